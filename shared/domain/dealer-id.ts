import { foldText } from './fold-text.ts'

/** A dealer of the board: the client of procedures, or a label on them. */
export const DEALER_KINDS = ['client', 'label'] as const
export type DealerKind = (typeof DEALER_KINDS)[number]

export interface DealerKey {
  kind: DealerKind
  /** Of a client, its folded name (`clientKey`); a label as it is. */
  key: string
}

/** Characters of a name that tell clients apart: an id has room for these, whatever alphabet they are of. */
export const MAX_CLIENT_KEY = 95

/** A client without accents or capitals: one written in two other ways, «S.L.» and «SL», is two. '' without a name. */
export const clientKey = (name: string): string =>
  Array.from(foldText(name).trim()).slice(0, MAX_CLIENT_KEY).join('').trim()

/** Id of a dealer, in routes and commands. */
export const dealerId = ({ kind, key }: DealerKey): string => `${kind}:${key}`
export const clientDealerId = (name: string): string => dealerId({ kind: 'client', key: clientKey(name) })
export const labelDealerId = (label: string): string => dealerId({ kind: 'label', key: label })

/** The dealer of an id; `null` for what is none. */
export function dealerKeyOf(id: string): DealerKey | null {
  const kind = DEALER_KINDS.find((one) => id.startsWith(`${one}:`))
  if (kind === undefined) return null
  const key = id.slice(kind.length + 1)
  return key === '' || (kind === 'client' && key !== clientKey(key)) ? null : { kind, key }
}
