import {
  claimNonceWire,
  claimWire,
  devicesWire,
  officeWire,
  PAIRING_VERSION,
  pairingStateWire,
  pairingWire,
  pairWire,
  selfTestWire,
  type PairingState,
  type RelayDevice,
  type RelayOffice,
  type SelfTest,
  receiptsWire,
  type Receipt,
  keyringWire,
  type SealingChange,
} from '#shared/api/relay.ts'
import {
  alarmTestWire,
  alarmWire,
  type Alarm,
  type AlarmSettings,
  type AlarmTest,
} from '#shared/api/relay-alarm.ts'
import {
  type RecordChange,
  type RecordPage,
  recordOutcomesWire,
  recordPageWire,
} from '#shared/api/relay-records.ts'
import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { RelayFailure, RelayHttp, RelayRequest, RelayTarget } from './relay-http.ts'

export type Claimed = z.infer<typeof claimWire>

/** Requests to a relay, except those for events (`shared/api/relay.ts`). */
export interface RelayApi {
  /**
   * Sends a code. A relay with another pairing version fails with `relay-pairing-old`. There is no attempt without
   * the key.
   */
  pair(
    address: string,
    body: { code: string; name: string; publicKey: string; commitment: string },
    signal: AbortSignal,
  ): Promise<Result<z.infer<typeof pairWire>>>
  /** Waits for the administrator's nonce. `null` if it has not arrived yet. */
  adminNonce(address: string, claim: string, signal: AbortSignal): Promise<Result<string | null>>
  /** Reveals this PC's nonce and waits for the confirmation. `null` if the person has not confirmed yet. */
  claim(address: string, claim: string, nonce: string, signal: AbortSignal): Promise<Result<Claimed | null>>
  invite(target: RelayTarget, signal: AbortSignal): Promise<Result<z.infer<typeof pairingWire>>>
  /** State of an invitation. The relay answers when the state differs from the known state, or after the wait. */
  invitation(
    target: RelayTarget,
    id: string,
    known: PairingState['state'],
    waitMs: number,
    signal: AbortSignal,
  ): Promise<Result<PairingState>>
  /** Sends the administrator's nonce to a PC that has committed to its key. */
  answer(target: RelayTarget, id: string, nonce: string, signal: AbortSignal): Promise<Result<unknown>>
  decide(
    target: RelayTarget,
    id: string,
    decision: 'confirm' | 'refuse',
    keyring: string | null,
    signal: AbortSignal,
  ): Promise<Result<unknown>>
  devices(target: RelayTarget, signal: AbortSignal): Promise<Result<RelayDevice[]>>
  revoke(target: RelayTarget, id: string, signal: AbortSignal): Promise<Result<unknown>>
  office(target: RelayTarget, signal: AbortSignal): Promise<Result<RelayOffice>>
  selfTest(target: RelayTarget, signal: AbortSignal): Promise<Result<SelfTest>>
  alarm(target: RelayTarget, signal: AbortSignal): Promise<Result<Alarm>>
  setAlarm(target: RelayTarget, settings: AlarmSettings, signal: AbortSignal): Promise<Result<Alarm>>
  testAlarm(target: RelayTarget, signal: AbortSignal): Promise<Result<AlarmTest>>
  /** One page of receipts. `next` is the first number of the following page. */
  receipts(
    target: RelayTarget,
    from: number,
    signal: AbortSignal,
  ): Promise<Result<{ receipts: Receipt[]; next: number | null }>>
  /** Sends this PC's public key to the relay. */
  giveKey(target: RelayTarget, publicKey: string, signal: AbortSignal): Promise<Result<unknown>>
  /** Keys of the office, sealed to the key of this PC. `null` if the relay has none for this PC. */
  keyring(target: RelayTarget, signal: AbortSignal): Promise<Result<string | null>>
  changeSealing(target: RelayTarget, change: SealingChange, signal: AbortSignal): Promise<Result<unknown>>
  /** Records after a cursor, from the beginning without one. */
  records(
    target: RelayTarget,
    after: string | null,
    signal: AbortSignal,
  ): Promise<Result<RecordPage, RelayFailure>>
  writeRecords(
    target: RelayTarget,
    records: readonly RecordChange[],
    signal: AbortSignal,
  ): Promise<Result<z.infer<typeof recordOutcomesWire>>>
  /** Passes a sealed presence on to the other PCs. A relay of an older version fails with the status 404. */
  postPresence(target: RelayTarget, body: string, signal: AbortSignal): Promise<Result<unknown>>
}

/** Time that a request waits for an action of a person on the other PC, in milliseconds. */
export const PERSON_MS = 25_000
/** The relay sends a canary through its public address, with its own time limits. */
const SELF_TEST_MS = 30_000
/** The relay waits for a mail server during this request. */
const ALARM_TEST_MS = 30_000
const RECEIPTS_PAGE = 500
/** One page is one transaction, and the user's own calls of the store wait for it. */
const RECORDS_PAGE = 100

const ALARM = '/v1/office/alarm'

/** @param personMs time to wait for an action of a person */
export function createRelayApi({ ask }: RelayHttp, personMs = PERSON_MS): RelayApi {
  const anything = z.unknown()

  async function readBody<T>(
    address: string,
    request: RelayRequest,
    schema: z.ZodType<T>,
  ): Promise<Result<T, RelayFailure>> {
    const answer = await ask(address, request, schema)
    if (!answer.ok) return answer
    return answer.value === null ? fail(appError('bad-answer', { detail: 'no body' })) : ok(answer.value)
  }
  const get = <T>(target: RelayTarget, path: string, signal: AbortSignal, schema: z.ZodType<T>, waitMs = 0) =>
    readBody(target.address, { method: 'GET', path, token: target.token, waitMs, signal }, schema)
  const buildClaimRequest = (sent: object, signal: AbortSignal) =>
    ({ method: 'POST', path: '/v1/pair/claim', body: sent, token: null, waitMs: personMs, signal }) as const
  const buildPairingPath = (id: string) => `/v1/pairings/${encodeURIComponent(id)}`

  return {
    async pair(address, given, signal) {
      const sent = { version: PAIRING_VERSION, ...given }
      const request = { method: 'POST', path: '/v1/pair', body: sent, token: null, signal } as const
      return toCodeError(toPairingVersionError(await readBody(address, request, pairWire)))
    },
    async adminNonce(address, claim, signal) {
      const answer = await ask(address, buildClaimRequest({ claim }, signal), claimNonceWire)
      return answer.ok ? ok(answer.value?.nonce ?? null) : answer
    },
    claim: (address, claim, nonce, signal) =>
      ask(address, buildClaimRequest({ claim, nonce }, signal), claimWire),
    async invite({ address, token }, signal) {
      const sent = { version: PAIRING_VERSION }
      const request = { method: 'POST', path: '/v1/pairings', body: sent, token, signal } as const
      return toPairingVersionError(await readBody(address, request, pairingWire))
    },
    invitation(target, id, known, waitMs, signal) {
      const path = `${buildPairingPath(id)}?wait=${Math.floor(waitMs / 1_000)}&state=${known}`
      return get(target, path, signal, pairingStateWire, waitMs)
    },
    answer: ({ address, token }, id, nonce, signal) =>
      ask(
        address,
        { method: 'POST', path: `${buildPairingPath(id)}/nonce`, body: { nonce }, token, signal },
        anything,
      ),
    async decide({ address, token }, id, decision, keyring, signal) {
      const path = `${buildPairingPath(id)}/${decision}`
      const given = keyring !== null && { body: { keyring } }
      const answer = await ask(address, { method: 'POST', path, token, signal, ...given }, anything)
      return !answer.ok && answer.error.detail === 'sealed' ? fail(appError('relay-pc-unknown')) : answer
    },
    async devices(target, signal) {
      const answer = await get(target, '/v1/devices', signal, devicesWire)
      return answer.ok ? ok(answer.value.devices) : answer
    },
    revoke: ({ address, token }, id, signal) =>
      ask(
        address,
        { method: 'DELETE', path: `/v1/devices/${encodeURIComponent(id)}`, token, signal },
        anything,
      ),
    office: (target, signal) => get(target, '/v1/office', signal, officeWire),
    selfTest: ({ address, token }, signal) =>
      readBody(
        address,
        { method: 'POST', path: '/v1/selftest', token, waitMs: SELF_TEST_MS, signal },
        selfTestWire,
      ),
    alarm: (target, signal) => get(target, ALARM, signal, alarmWire),
    setAlarm: ({ address, token }, settings, signal) =>
      readBody(address, { method: 'PUT', path: ALARM, body: settings, token, signal }, alarmWire),
    testAlarm: ({ address, token }, signal) =>
      readBody(
        address,
        { method: 'POST', path: `${ALARM}/test`, token, waitMs: ALARM_TEST_MS, signal },
        alarmTestWire,
      ),
    receipts: (target, from, signal) =>
      get(target, `/v1/receipts?from=${from}&limit=${RECEIPTS_PAGE}`, signal, receiptsWire),
    giveKey: ({ address, token }, publicKey, signal) =>
      ask(
        address,
        { method: 'PUT', path: '/v1/devices/self/key', body: { publicKey }, token, signal },
        anything,
      ),
    async keyring(target, signal) {
      const answer = await get(target, '/v1/devices/self/keyring', signal, keyringWire)
      return answer.ok ? ok(answer.value.keyring) : answer
    },
    async changeSealing({ address, token }, change, signal) {
      const request = { method: 'PUT', path: '/v1/office/sealing', body: change, token, signal } as const
      const answer = await ask(address, request, anything)
      return !answer.ok && answer.error.status === 409 ? fail(appError('relay-changed')) : answer
    },
    async records(target, after, signal) {
      const query = `limit=${RECORDS_PAGE}${after === null ? '' : `&after=${after}`}`
      return toRecordsError(await get(target, `/v1/records?${query}`, signal, recordPageWire))
    },
    async writeRecords({ address, token }, records, signal) {
      const request = { method: 'POST', path: '/v1/records', body: { records }, token, signal } as const
      return toRecordsError(await readBody(address, request, recordOutcomesWire))
    },
    postPresence: ({ address, token }, body, signal) =>
      ask(address, { method: 'POST', path: '/v1/presence', body: { body }, token, signal }, anything),
  }
}

/** A relay of a version without records has no such path. */
const toRecordsError = <T>(answer: Result<T, RelayFailure>): Result<T, RelayFailure> =>
  !answer.ok && answer.error.status === 404 ? fail(appError('relay-too-old')) : answer

/** A relay with another pairing version answers 400 and does not try the code. */
const toPairingVersionError = <T>(answer: Result<T>): Result<T> =>
  !answer.ok && answer.error.status === 400 ? fail(appError('relay-pairing-old')) : answer

/** The relay refuses a code that is wrong, used or expired. */
function toCodeError<T>(answer: Result<T>): Result<T> {
  if (answer.ok) return answer
  const { code, detail } = answer.error
  return code === 'rejected' || code === 'relay-revoked' || code === 'relay-not-admin'
    ? fail(appError('relay-code', { ...(detail !== undefined && { detail }) }))
    : answer
}
