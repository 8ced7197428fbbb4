import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { type ServiceAssumptions, serviceAssumptionsSchema } from '#shared/api/service-assumptions.ts'
import { UsageError } from '#shared/server/options.ts'
import { type OperatorSubscription, operatorSubscription } from '../webhooks/operator.ts'

/** Reads `--assumptions=FILE`: the values that differ from the defaults for the gaps of the specification. */
export function readAssumptions(file: string | null): Partial<ServiceAssumptions> {
  if (file === null) return {}
  const read = readJson('--assumptions', file, serviceAssumptionsSchema.partial())
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/**
 * Reads `--subscriptions=FILE`: a list of subscriptions, each of the account it names or of the first one.
 * @param accounts those that have a key
 */
export function readSubscriptions(file: string | null, accounts: readonly string[]): OperatorSubscription[] {
  if (file === null) return []
  const account = z.string().refine((given) => accounts.includes(given), 'is an account without a key')
  const one = operatorSubscription.extend({ account: account.default(accounts[0] ?? '') })
  return readJson('--subscriptions', file, z.array(one))
}

function readJson<S extends z.ZodType>(option: string, file: string, schema: S): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new UsageError(`${option}: ${file} cannot be read as JSON`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new UsageError(`${option}: ${file}: ${issue?.path.join('.')} ${issue?.message ?? 'is not valid'}`)
}
