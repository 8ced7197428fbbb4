import type { OfficeSecrets, Secrets } from '../office/secrets.ts'

/** Result of one check: what was found and, if it is wrong, what to do. */
export interface Finding {
  check: string
  /** `note`: no error, but worth knowing. `skipped`: it could not be looked at, for the reason given. */
  outcome: 'fine' | 'wrong' | 'note' | 'skipped'
  detail: string
  advice?: string
}

/** Findings about data, and the office that the way from outside is tried with; `null` without one. */
export interface Checked {
  findings: Finding[]
  office: OfficeSecrets | null
}

export const fine = (check: string, detail: string): Finding => ({ check, outcome: 'fine', detail })
export const note = (check: string, detail: string): Finding => ({ check, outcome: 'note', detail })
export const skipped = (check: string, detail: string): Finding => ({ check, outcome: 'skipped', detail })
export const wrong = (check: string, detail: string, advice: string): Finding => ({
  check,
  outcome: 'wrong',
  detail,
  advice,
})

/** Text of an error and of what caused it: a failed fetch has its reason there. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? String(cause.code) : cause.message
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

/** The office of that name, or the first one; `null` if there is none whose secrets open. */
export async function officeToTry(secrets: Secrets, name: string | null): Promise<OfficeSecrets | null> {
  for (const id of await secrets.offices()) {
    const own = await secrets.of(id).catch(() => null)
    if (own !== null && (name === null || own.name === name)) return own
  }
  return null
}
