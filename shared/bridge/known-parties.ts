import * as z from 'zod'
import { KNOWN_FIELDS, KNOWN_PLACES, type KnownField } from '../domain/known-parties.ts'
import { command } from './primitives.ts'

type ValueShape = { [F in KnownField]: z.ZodOptional<z.ZodString> }
const valuesSchema = z.object(
  Object.fromEntries(KNOWN_FIELDS.map((name) => [name, z.string().optional()])) as ValueShape,
)

const sourceSchema = z.object({
  from: z.enum(KNOWN_PLACES),
  id: z.string(),
  at: z.number(),
  vrm: z.string().optional(),
  vin: z.string().optional(),
  values: valuesSchema,
  client: z.string().optional(),
})

/** Rows of the contract: data that this account's records already have of a person or company. */
export const knownPartyCommands = {
  /**
   * Latest records with that identifier, however it was typed. `except`: the draft or request that asks. `taxId` of
   * the answer: the one asked for, so that an answer for an earlier one is recognised.
   */
  'known-parties.get': command(
    z.object({ taxId: z.string().min(1).max(32), except: z.string().max(200) }),
    z.object({ taxId: z.string(), sources: z.array(sourceSchema) }),
  ),
} as const
