"""An agent of hench in ten lines: the first free chip, else the first legal move. hench arena gang --lineup 'exec:python3 bot.py*4'"""
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif message["type"] == "act":
        moves = [legal["move"] for legal in message["legal"]]
        free = [move for move in moves if move.endswith("from centre")]
        print(json.dumps({"id": message["id"], "move": "keep" if "keep" in moves else (free or moves)[0]}), flush=True)
