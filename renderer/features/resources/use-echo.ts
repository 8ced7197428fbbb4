import { isLoopback } from '#shared/domain/base-address.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { linkHost, resourceText } from '#shared/domain/resource-text.ts'
import { environmentText } from '#shared/text/app.ts'
import { addResourceText as text } from '#shared/text/app-resources.ts'
import { useSlice } from '../../replica/use-replica.ts'

/** Interpretation of the typed text, and account that it will be looked up in; '' while not understood. */
export function useEcho(typed: string): string {
  const profile = useSlice('profile')
  const accounts = useSlice('accounts') ?? []
  if (isPlate(typed)) return text.plate
  const named = resourceText(typed)
  if (!named || !profile) return ''

  const [kind] = named.kinds
  const what = named.kinds.length > 1 || !kind ? text.understood.either : text.understood[kind]
  const { name } = environmentText[profile.environment]
  const where = profile.environment === 'demo' ? name : `${profile.name} · ${name}`
  const host = linkHost(typed)
  const hostOf = (url: string | null) => (url === null ? null : linkHost(url))
  const own = accounts.find(({ id }) => id === profile.id)
  const other = accounts.find(({ id, baseUrl }) => id !== profile.id && hostOf(baseUrl) === host)
  // The demonstration's service runs on this PC, on another port each time.
  const ours =
    profile.environment === 'demo'
      ? isLoopback(host?.replace(/:\d+$/, '') ?? '')
      : hostOf(own?.baseUrl ?? null) === host
  const warning = host === null || ours ? '' : other ? text.otherAccount(other.name) : text.otherHost(host)
  return [what(named.id), text.where(where), warning].filter(Boolean).join(' ')
}

/** True for a plate, which the service cannot search by. */
export const isPlate = (typed: string): boolean => classifyPlate(typed) !== null
