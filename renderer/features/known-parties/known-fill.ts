import {
  knownClient,
  knownFacts,
  knownProposal,
  type KnownField,
  type KnownSource,
  type KnownValue,
  type KnownValues,
} from '#shared/domain/known-parties.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'

/** Fields of a form about one party. */
export interface PartySlot<F extends string> {
  number: F
  names: { readonly [K in KnownField]?: F }
  /** Filled in only if every recent procedure of the party had the same. */
  client?: F
}

type ByField<F extends string, V> = { readonly [N in F]?: V }

export interface PartyProposal<F extends string> {
  fills: ByField<F, KnownValue>
  differs: ByField<F, KnownValue>
  choices: ByField<F, readonly KnownValue[]>
}

/**
 * Identifier to look up, or `null` while it is not one: a number with a wrong letter may be another person's.
 */
export function searchable(typed: string): string | null {
  const check = checkTaxId(typed)
  if (check.status === 'unrecognised') return null
  return check.status === 'wrong-control' && !check.mayContinue ? null : check.id
}

/** What to do with the fields of a form, given the records about its party. Pure. */
export function partyProposal<F extends string>(
  sources: readonly KnownSource[],
  { names, client }: PartySlot<F>,
  fields: Readonly<Record<F, string>>,
): PartyProposal<F> {
  const known = Object.entries(names) as [KnownField, F][]
  const values: KnownValues = Object.fromEntries(known.map(([name, field]) => [name, fields[field]]))
  const { fills, differs, choices } = knownProposal(knownFacts(sources), values)
  const usual = client !== undefined && fields[client].trim() === '' ? knownClient(sources) : null
  return {
    fills: {
      ...renamed(known, fills),
      ...(client !== undefined && usual && ({ [client]: usual } as ByField<F, KnownValue>)),
    },
    differs: renamed(known, differs),
    choices: renamed(known, choices),
  }
}

const renamed = <F extends string, V>(
  names: readonly [KnownField, F][],
  values: { readonly [K in KnownField]?: V },
): ByField<F, V> =>
  Object.fromEntries(
    names.flatMap(([name, field]) => (values[name] === undefined ? [] : [[field, values[name]]])),
  ) as ByField<F, V>
