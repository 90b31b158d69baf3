/**
 * Names of the tensors of a Gang Up! `policy.onnx`. In: float32 [B, S], float32 [R, F], int32 [R], the decision that
 * each candidate belongs to, and float32 [R], 1 for the candidate that its adviser (`ADVISOR` in temper.ts) would take,
 * else 0. Out: float32 [R], and float32 [B, 5], the share of the win that each place may expect, the asked seat first.
 */
export const GANGUP_OBSERVATION = 'observation';
export const GANGUP_CANDIDATES = 'candidates';
export const GANGUP_OWNERS = 'owners';
export const GANGUP_ADVICE = 'advice';
export const GANGUP_LOGITS = 'logits';
export const GANGUP_VALUES = 'values';
