import { createHash } from 'node:crypto';

/** One named stretch of an observation vector. */
export interface FieldSpec {
  readonly name: string;
  /** Dimensions, in words where they have names: `[rounds=4, seats=4, chips=4]`. */
  readonly dims: readonly { readonly name: string; readonly size: number }[];
  readonly meaning: string;
  /** Smallest and largest value. */
  readonly range: readonly [number, number];
}

/** A field with its place in the vector. */
export interface Field extends FieldSpec {
  readonly offset: number;
  readonly size: number;
}

/**
 * A description of a tensor's last axis, declared once: offsets, assertions, the documentation table and the hash
 * that model cards carry come from it.
 */
export class Layout {
  readonly fields: readonly Field[];
  readonly size: number;
  readonly hash: string;
  private readonly byName = new Map<string, Field>();

  /** `name` and `version` go into the hash: bump the version when the meaning of a field changes. */
  constructor(
    readonly name: string,
    readonly version: number,
    specs: readonly FieldSpec[],
  ) {
    let offset = 0;
    const fields: Field[] = [];
    for (const spec of specs) {
      const size = spec.dims.reduce((product, dim) => product * dim.size, 1);
      const field = { ...spec, offset, size };
      if (this.byName.has(spec.name)) throw new Error(`layout ${name} declares ${spec.name} twice`);
      this.byName.set(spec.name, field);
      fields.push(field);
      offset += size;
    }
    this.fields = fields;
    this.size = offset;
    this.hash = createHash('sha256')
      .update(JSON.stringify([name, version, specs.map((s) => [s.name, s.dims, s.meaning, s.range])]))
      .digest('hex')
      .slice(0, 16);
  }

  offset(name: string): number {
    const field = this.byName.get(name);
    if (field === undefined) throw new Error(`layout ${this.name} has no field ${name}`);
    return field.offset;
  }

  /** Throws when a vector isn't what the layout says: wrong length, a number outside its range, not a number. */
  check(vector: Float32Array, at = 0): void {
    if (vector.length < at + this.size) throw new Error(`${this.name}: ${vector.length - at} numbers for ${this.size}`);
    for (const field of this.fields) {
      for (let i = 0; i < field.size; i++) {
        const value = vector[at + field.offset + i]!;
        if (!(value >= field.range[0] && value <= field.range[1])) {
          throw new Error(`${this.name}.${field.name}[${i}] is ${value}, not in ${field.range[0]}…${field.range[1]}`);
        }
      }
    }
  }

  /** The table for the documentation, in Markdown. */
  toMarkdown(): string {
    const rows = this.fields.map((f) => {
      const dims = f.dims.map((d) => `${d.name} ${d.size}`).join(' × ') || '1';
      return `| ${f.offset} | ${f.name} | ${dims} | ${f.range[0]}…${f.range[1]} | ${f.meaning} |`;
    });
    return [
      `### ${this.name} (${this.size} numbers, hash \`${this.hash}\`)`,
      '',
      '| offset | field | shape | range | meaning |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n');
  }
}
