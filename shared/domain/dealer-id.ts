import { foldText } from './normalize-text.ts'

/** Kinds of dealers: the client of procedures, or a label on them. */
export const DEALER_KINDS = ['client', 'label'] as const
export type DealerKind = (typeof DEALER_KINDS)[number]

export interface DealerKey {
  kind: DealerKind
  /** Key of a client (`clientKey` of dealer-board.ts), or a label. */
  key: string
}

/** Id of a dealer, in routes and commands. */
export const dealerId = ({ kind, key }: DealerKey): string => `${kind}:${key}`
export const labelDealerId = (label: string): string => dealerId({ kind: 'label', key: label })

/** Kind and name of a dealer's id. `null` for any other text. Pages load this module before the rules of names. */
export function partsOfDealerId(id: string): { kind: DealerKind; name: string } | null {
  const kind = DEALER_KINDS.find((one) => id.startsWith(`${one}:`))
  if (kind === undefined) return null
  const name = id.slice(kind.length + 1)
  return (kind === 'client' ? foldText(name).trim() : name) === '' ? null : { kind, name }
}
