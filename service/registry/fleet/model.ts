/** A generation of a model as it was sold in Spain. */
export interface Model {
  readonly brand: string
  readonly name: string
  /** World manufacturer identifier: the first three characters of its VINs (indicative for makers older than the VIN). */
  readonly wmi: string
  /** Positions 4 to 9 of its VINs; each `*` stands for any character. */
  readonly vds: string
  /** Years of first registration, both included. */
  readonly from: number
  readonly to: number
  /** Relative frequency among the models of its years. */
  readonly weight: number
  /** In order of sale. */
  readonly versions: readonly string[]
}

type Row = readonly [
  name: string,
  wmi: string,
  vds: string,
  from: number,
  to: number,
  weight: number,
  versions: string,
]

/** A brand's models, one row each; versions are separated by ` | `. */
export const brand = (name: string, rows: readonly Row[]): Model[] =>
  rows.map(([model, wmi, vds, from, to, weight, versions]) => ({
    brand: name,
    name: model,
    wmi,
    vds,
    from,
    to,
    weight,
    versions: versions.split(' | '),
  }))
