import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { AssumptionChanges } from '#shared/api/assumptions.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import {
  accountSchema,
  type Account,
  type AccountChange,
  type NewAccount,
  type UnreadableAccount,
} from '#shared/bridge/accounts.ts'
import { ok, type Result, appError, fail } from '#shared/bridge/result.ts'
import { readApiKey } from '#shared/domain/typed-secrets.ts'
import { readBaseAddress } from '#shared/domain/service-address.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { ResolveProxy } from '../api/dispatchers.ts'
import { type ServiceTarget, createTransport, type Probe, type Transport } from '../api/transport.ts'
import { writeDurably } from '../keychain/file-secrets.ts'
import { createOriginBoundSecret, type SecretStore, scopeSecrets } from '../keychain/secret-store.ts'
import type { Clock } from '../runtime/clock.ts'
import { createSerialQueue } from '../runtime/serial-queue.ts'
import { STORE_KEY } from '../store/store-key.ts'
import {
  DEMO,
  noAccounts,
  readAccounts,
  writeAccounts,
  type AccountsFile,
  type StoredAccount,
} from './accounts-file.ts'

/** API key of an account. It is sent only to the origin that it was saved for. */
export interface AccountKey {
  /** Address and key, if the key was saved for this address. Rejects if the keychain fails. */
  target(baseUrl: string): Promise<Result<ServiceTarget>>
  set(baseUrl: string, apiKey: string): Promise<void>
  delete(): Promise<void>
}

/** @param secrets secrets of this account only */
export function accountKey(secrets: SecretStore): AccountKey {
  const key = createOriginBoundSecret(secrets, { name: 'api-key', field: 'key', bindsUnbound: true })
  return {
    async target(baseUrl) {
      const read = await key.read(baseUrl)
      return read.ok ? ok({ baseUrl: read.value.address, apiKey: read.value.secret }) : read
    },
    set: key.set,
    delete: key.delete,
  }
}

/** No report has this id: an accepted key gets a 404, a refused one a 401. */
const IMPOSSIBLE_PATH = endpoints.getReport.path('ventanilla-comprobacion')

const LIMITS = { connectMs: 5_000, answerMs: 10_000, maxBytes: 1024 * 1024, maxDepth: 32 } as const

/** Checks an address and a key with the service itself. */
async function checkAccount(
  baseUrl: string,
  apiKey: string,
  resolveProxy: ResolveProxy,
): Promise<Result<Probe>> {
  const target = () => Promise.resolve(ok({ baseUrl, apiKey }))
  const transport = createTransport({ ...LIMITS, target, resolveProxy })
  try {
    return await probeKey(transport)
  } finally {
    await transport.close()
  }
}

/** Checks the key of an account in use. */
export async function probeKey(transport: Transport): Promise<Result<Probe>> {
  const probe = await transport.probe(IMPOSSIBLE_PATH)
  if (!probe.ok) return probe
  const { status, json } = probe.value
  if (status === 401 || status === 403) return fail(appError('unauthorized'))
  if (status === 429) return fail(appError('rate-limited'))
  if (status >= 500) return fail(appError('service-failed', { detail: `HTTP ${status}` }))
  // Any answer except "no such report" comes from another server.
  return status === 404 && json ? probe : fail(appError('wrong-service', { detail: `HTTP ${status}` }))
}

/** Accounts of this PC. Their keys go to the keychain, and never back to a window. */
export interface Accounts {
  /** Reads the accounts file. If reading fails, later writes are refused, so the file is not overwritten. */
  load(): Promise<void>
  /** Continues unfinished erasures of the last run, as far as the keychain allows. */
  sweep(): void
  /** All accounts, the demonstration first. */
  list(): Account[]
  /** Entries of the file that could not be read. */
  unreadable(): UnreadableAccount[]
  /** Dismisses the notice of a file that was set aside. */
  dismissUnreadable(key: string): Promise<Result<Record<string, never>>>
  activeId(): string
  find(id: string): StoredAccount | undefined
  /** Assumptions changed in the demonstration. */
  demoAssumptions(): AssumptionChanges
  check(baseUrl: string, key: string): Promise<Result<Record<string, never>>>
  add(account: NewAccount): Promise<Result<{ id: string }>>
  change(change: AccountChange): Promise<Result<Record<string, never>>>
  replaceKey(id: string, key: string): Promise<Result<Record<string, never>>>
  /** Checks the stored key with the service. */
  verify(id: string): Promise<Result<Record<string, never>>>
  /** Removes the key, and with `eraseData` everything else. Not for the active account. */
  remove(id: string, eraseData: boolean): Promise<Result<Record<string, never>>>
  setActive(id: string): Promise<void>
  /** Records whether the service accepted an account's key during normal use. */
  recordKeyState(id: string, accepted: boolean): Promise<void>
  /** Records that the account's address is not the one that its key was saved for. */
  recordAddressMismatch(id: string): void
  /**
   * Claims the settings of this PC for an account that shares. All accounts have the same settings, so two offices would
   * push theirs to each other. The first account has them until it releases them or is removed. Rejects if the claim
   * cannot be saved.
   * @returns `null` while another account has them
   */
  claimSettings(id: string): Promise<SettingsClaim | null>
  releaseSettings(id: string): Promise<void>
}

export interface SettingsClaim {
  claim: string
  /** True for a new claim if another account had the settings before. The values are then those of its office. */
  isInherited: boolean
}

export interface AccountsDeps {
  dataDir: string
  secrets: SecretStore
  clock: Clock
  resolveProxy: ResolveProxy
  /** Removes the files of an account outside its directory. Never rejects. */
  removeOutside: (directory: string) => Promise<void>
  onChanged: () => void
}

const nothing = ok<Record<string, never>>({})
const MOVED: Account['key'] = { state: 'moved', at: null }

export function createAccounts(deps: AccountsDeps): Accounts {
  const { dataDir, secrets, clock, resolveProxy, removeOutside, onChanged } = deps
  let file: AccountsFile = noAccounts
  let unread: unknown = null

  /** Accounts whose key was saved for another address. This is found out when the key is used. */
  const moved = new Set<string>()
  function recordAddressMismatch(id: string): void {
    if (moved.has(id)) return
    moved.add(id)
    onChanged()
  }
  const storedKey = (id: string) => accountKey(scopeSecrets(secrets, id))

  const find = (id: string) => file.accounts.find((account) => account.id === id && !account.removed)

  const inTurn = createSerialQueue()
  /**
   * Applies changes in order, each to the result of the previous one. The file is written first: no window shows an
   * account that a kill would lose.
   */
  function save(change: (file: AccountsFile) => AccountsFile): Promise<void> {
    return inTurn(async () => {
      if (unread !== null) throw unread
      const next = change(file)
      if (next === file) return
      await writeAccounts(dataDir, next)
      file = next
      onChanged()
    })
  }
  const saveAccounts = (change: (accounts: StoredAccount[]) => StoredAccount[]) =>
    save((before) => ({ ...before, accounts: change(before.accounts) }))
  const changeOne = (id: string, change: (account: StoredAccount) => StoredAccount) =>
    saveAccounts((all) => all.map((account) => (account.id === id ? change(account) : account)))
  const saveOne = (id: string, change: Partial<StoredAccount>) =>
    changeOne(id, (account) => ({ ...account, ...change }))

  async function checkCredentials(
    baseUrl: string,
    pasted: string,
  ): Promise<Result<{ baseUrl: string; key: string }>> {
    const address = readBaseAddress(baseUrl)
    if (!address.ok) return fail(appError('bad-address', { detail: address.problem }))
    const read = readApiKey(pasted)
    if (!read.ok) return fail(appError('bad-key', { detail: read.problem }))
    const answer = await checkAccount(address.url, read.key, resolveProxy)
    return answer.ok ? ok({ baseUrl: address.url, key: read.key }) : answer
  }

  /**
   * Erases the account's data. After a kill the next start repeats it: the row is deleted last, and marks the
   * unfinished erasure.
   */
  async function erase(id: string): Promise<void> {
    await removeOutside(join(dataDir, id))
    await rm(join(dataDir, id), { recursive: true, force: true })
    await scopeSecrets(secrets, id).delete(STORE_KEY)
    await saveAccounts((all) => all.filter((other) => other.id !== id))
  }

  /** Failures are ignored, because the next start repeats the write. */
  const saveIdentity = (account: StoredAccount) =>
    void writeIdentity(dataDir, account.id, account).catch(() => undefined)

  /** Id of the data that the same office left on this PC, if no account in use refers to them. */
  async function findLeftoverId(identity: AccountIdentity): Promise<string | null> {
    const removed = file.accounts.find((old) => old.removed && !old.erasing && isSameOffice(old, identity))
    if (removed) return removed.id
    const unreadable = file.unreadable.map(parseIdentity).find((row) => row && isSameOffice(row, identity))
    if (unreadable && !file.accounts.some(({ id }) => id === unreadable.id)) return unreadable.id
    const taken = file.accounts.map(({ id }) => id)
    return findOrphan(dataDir, identity, taken)
  }

  const buildAcceptedState = () => ({ state: 'accepted', at: clock.now() }) as const

  return {
    async load() {
      try {
        file = await readAccounts(dataDir, clock.now())
      } catch (error) {
        unread = error
        throw error
      }
      if (file.active !== DEMO.id && !find(file.active)) file = { ...file, active: DEMO.id }
      onChanged()
      for (const account of file.accounts) if (!account.erasing) saveIdentity(account)
    },
    sweep() {
      for (const { id } of file.accounts.filter(({ erasing }) => erasing)) erase(id).catch(() => undefined)
    },
    list: () => [
      { ...DEMO, assumptions: file.demo },
      ...file.accounts
        .filter(({ removed }) => !removed)
        .map(toAccount)
        .map((account) => (moved.has(account.id) ? { ...account, key: MOVED } : account)),
    ],
    unreadable: () => [
      ...file.unreadable.map((row, at) => ({
        key: `row-${at}`,
        why: parseIdentity(row) ? ('newer' as const) : ('damaged' as const),
        name: readName(row),
      })),
      ...file.putAside.map(({ name }) => ({ key: name, why: 'file' as const, name: join(dataDir, name) })),
    ],
    async dismissUnreadable(key) {
      await save((before) => ({
        ...before,
        putAside: before.putAside.filter(({ name }) => name !== key),
      }))
      return nothing
    },
    activeId: () => file.active,
    demoAssumptions: () => file.demo,
    find,

    async check(baseUrl, key) {
      const answer = await checkCredentials(baseUrl, key)
      return answer.ok ? nothing : answer
    },

    async add({ environment, name, baseUrl, key }) {
      const answer = await checkCredentials(baseUrl, key)
      if (!answer.ok) return answer
      const { baseUrl: address, key: cleaned } = answer.value
      // Data of this account may remain from before its removal, or from an unreadable accounts file.
      const id = await findLeftoverId({ environment, name, baseUrl: address })
      const before = file.accounts.find((old) => old.id === id)
      const account: StoredAccount = {
        id: id ?? `account-${randomBytes(6).toString('hex')}`,
        environment,
        name,
        baseUrl: address,
        keyLast4: cleaned.slice(-4),
        key: buildAcceptedState(),
        assumptions: before?.assumptions ?? {},
        removed: false,
        erasing: false,
      }
      // Save the key first: an account without a key would look like one with a locked keychain.
      await storedKey(account.id).set(address, cleaned)
      await save((now) => ({
        ...now,
        accounts: [...now.accounts.filter((other) => other.id !== account.id), account],
        unreadable: now.unreadable.filter((row) => parseIdentity(row)?.id !== account.id),
      }))
      saveIdentity(account)
      return ok({ id: account.id })
    },

    async change({ id, name, ...change }) {
      if (id === DEMO.id) {
        // The demonstration has a fixed name.
        await save((before) => ({ ...before, demo: changedAssumptions(before.demo, change) }))
        return nothing
      }
      if (!find(id)) return fail(appError('unknown-account'))
      await changeOne(id, (account) => ({
        ...account,
        ...(name !== undefined && { name }),
        assumptions: changedAssumptions(account.assumptions, change),
      }))
      return nothing
    },

    async replaceKey(id, key) {
      const account = find(id)
      if (!account) return fail(appError('unknown-account'))
      const answer = await checkCredentials(account.baseUrl, key)
      if (!answer.ok) return answer
      await storedKey(id).set(answer.value.baseUrl, answer.value.key)
      moved.delete(id)
      await saveOne(id, { keyLast4: answer.value.key.slice(-4), key: buildAcceptedState() })
      return nothing
    },

    async verify(id) {
      const account = find(id)
      if (!account) return fail(appError('unknown-account'))
      const target = await storedKey(id).target(account.baseUrl)
      if (!target.ok && target.error.code === 'address-changed') recordAddressMismatch(id)
      if (!target.ok) return target
      const answer = await checkAccount(target.value.baseUrl, target.value.apiKey, resolveProxy)
      if (answer.ok) await saveOne(id, { key: buildAcceptedState() })
      else if (answer.error.code === 'unauthorized')
        await saveOne(id, { key: { state: 'refused', at: clock.now() } })
      return answer.ok ? nothing : answer
    },

    async remove(id, eraseData) {
      if (!find(id)) return fail(appError('unknown-account'))
      await storedKey(id).delete()
      const key = { state: 'unchecked', at: null } as const
      // From here on no window shows the account, even if the cleanup is unfinished.
      await saveOne(id, { removed: true, erasing: eraseData, keyLast4: null, key })
      if (eraseData) await erase(id)
      else await removeOutside(join(dataDir, id))
      return nothing
    },

    recordAddressMismatch,

    async claimSettings(id) {
      let isInherited = false
      await save((before) => {
        const held = before.settingsOf
        const isHeld = held !== null && held.claim !== null && (held.account === id || find(held.account))
        if (isHeld) return before
        isInherited = held !== null && held.account !== id
        return { ...before, settingsOf: { account: id, claim: randomBytes(9).toString('base64url') } }
      })
      const { account, claim = null } = file.settingsOf ?? {}
      return account === id && claim !== null ? { claim, isInherited } : null
    },
    releaseSettings: (id) =>
      save((before) =>
        before.settingsOf?.account === id && before.settingsOf.claim !== null
          ? { ...before, settingsOf: { account: id, claim: null } }
          : before,
      ),

    async setActive(id) {
      await save((before) => ({ ...before, active: id }))
      const account = find(id)
      if (account) saveIdentity(account)
    },

    async recordKeyState(id, isAccepted) {
      const account = find(id)
      const state = isAccepted ? 'accepted' : 'refused'
      if (account && account.key.state !== state) await saveOne(id, { key: { state, at: clock.now() } })
    },
  }
}

const readName = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string' ? row.name : ''

const toAccount = (stored: StoredAccount): Account => accountSchema.parse(stored)

/** Changes only the named assumptions. A reset assumption is removed from the file, so its default applies. */
function changedAssumptions(
  now: AssumptionChanges,
  { assumptions = {}, resetAssumptions = [] }: Pick<AccountChange, 'assumptions' | 'resetAssumptions'>,
): AssumptionChanges {
  const isKept = ([name]: [string, unknown]) => !resetAssumptions.some((reset) => reset === name)
  const kept = Object.fromEntries(Object.entries(now).filter(isKept)) as AssumptionChanges
  return { ...kept, ...withoutUndefined(assumptions) }
}

/**
 * Identity of the account that owns a data directory. It is stored in the directory, so the data can be matched to an
 * account without the accounts file.
 */
const identitySchema = z.object({ environment: z.string(), name: z.string(), baseUrl: z.string() })
type AccountIdentity = z.infer<typeof identitySchema>

const FILE = 'account.json'
const DIRECTORY = /^account-[0-9a-f]{12}$/

const isSameOffice = (one: AccountIdentity, other: AccountIdentity): boolean =>
  one.environment === other.environment && one.name === other.name && one.baseUrl === other.baseUrl

/** Writes the identity into the account's directory, if that exists. */
async function writeIdentity(dataDir: string, id: string, identity: AccountIdentity): Promise<void> {
  if (!existsSync(join(dataDir, id))) return
  const kept = await readIdentity(dataDir, id)
  if (kept && isSameOffice(kept, identity)) return
  const { environment, name, baseUrl } = identity
  await writeDurably(join(dataDir, id, FILE), JSON.stringify({ environment, name, baseUrl }))
}

/** Directory of the account's data that no account of the file refers to, or `null`. */
async function findOrphan(
  dataDir: string,
  identity: AccountIdentity,
  taken: readonly string[],
): Promise<string | null> {
  const names = await readdir(dataDir).catch(() => [])
  for (const id of names.filter((name) => DIRECTORY.test(name) && !taken.includes(name))) {
    const kept = await readIdentity(dataDir, id)
    if (kept && isSameOffice(kept, identity)) return id
  }
  return null
}

/** Identity in a row that cannot be read as an account. */
function parseIdentity(row: unknown): (AccountIdentity & { id: string }) | null {
  const read = identitySchema.extend({ id: z.string().regex(DIRECTORY) }).safeParse(row)
  return read.data ?? null
}

async function readIdentity(dataDir: string, id: string): Promise<AccountIdentity | null> {
  try {
    return identitySchema.parse(JSON.parse(await readFile(join(dataDir, id, FILE), 'utf8')))
  } catch {
    return null
  }
}
