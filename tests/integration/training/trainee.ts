import { systemClock } from '#electron/core/runtime/clock.ts'
import { demoDirectory } from '#electron/core/accounts/demo-profile.ts'
import { readSession } from '#electron/core/features/training/session-file.ts'
import type { CoreDeps } from '#electron/core/core.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { Condition, Scenario } from '#shared/scenario/scenario.ts'
import { startCore, waitUntil, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { attach, filled, send, settled, type ProcedureCommands } from '#tests/fakes/procedure-fixture.ts'
import { serviceHost, type RealService } from '#tests/fakes/real-service.ts'

/** A core on its demonstration, and somebody who does in it what a scenario expects. */
export interface Trainee extends CoreFixture {
  readonly service: Promise<RealService>
  /** Bytes of a transfer, or the code of its error. */
  read(name: string, args: object): Promise<Buffer | string>
  receive(name: string, args: object, bytes: Uint8Array): Promise<unknown>
  training(): Promise<Training | null>
  untilTraining(condition: (training: Training) => boolean): Promise<Training>
  /** Does all that the present step expects, in order, and goes on to the next step. */
  doStep(scenario: Scenario): Promise<Training>
}

const still = new AbortController().signal
const PLATE = '5210KVN'

export async function startTrainee(dataDir: string, overrides: Partial<CoreDeps> = {}): Promise<Trainee> {
  const { host, service } = serviceHost('as-asked')
  const fixture = await startCore('', { dataDir, host, clock: systemClock, ...overrides })
  await fixture.value('settings.update', { undoSeconds: 0 })
  const { router } = fixture.core
  async function* once(bytes: Uint8Array) {
    yield bytes
  }
  const receive: Trainee['receive'] = (name, args, bytes) => router.receive(name, args, once(bytes), still)
  const procedures: ProcedureCommands = {
    call: fixture.call,
    value: fixture.value,
    receive: (args, bytes) => receive('procedures.document-add', args, bytes) as never,
  }
  const training = () => fixture.slice('training')
  const untilTraining: Trainee['untilTraining'] = async (condition) => {
    const found = await waitUntil(training, (now) => now !== null && condition(now))
    if (!found) throw new Error('nothing is being trained')
    return found
  }

  async function idOf(reference: string): Promise<string> {
    const names = await namesIn(dataDir)
    const named = names[reference]
    if (named) return named.id
    const { rows } = await fixture.value('signatures.list', { filter: { view: 'all' }, limit: 50 })
    const { rows: cases } = await fixture.value('cases.list', {
      filter: {},
      sort: { by: 'recent', descending: true },
      offset: 0,
      limit: 200,
    })
    // Nothing else has this plate: it is the tax id of a signer, and the scenarios have one request for each.
    const found = cases.find(({ subject }) => subject.vrm === reference)?.id ?? rows[0]?.id
    if (found === undefined) throw new Error(`${reference} names nothing`)
    return found
  }

  async function attachAll(draftId: string, many: number): Promise<void> {
    for (let index = 0; index < many; index++) await attach(procedures, draftId, `document-${index}.pdf`)
  }

  async function fulfil(when: Condition): Promise<void> {
    switch (when.did) {
      case 'lookup': {
        const vrm = when.plate ?? PLATE
        await fixture.value('lookup.start', { vrm })
        await fixture.until(vrm, ({ pending }) => pending === null)
        return
      }
      case 'complete-report': {
        const vrm = when.plate ?? PLATE
        await fixture.value('complete.request', { vrm, confirmed: true, again: true })
        return
      }
      case 'begin':
        await filled(procedures, when.kind, { vrm: when.plate ?? PLATE })
        return
      case 'attach': {
        const { rows } = await fixture.value('procedures.draft-list', { filter: 'drafts', limit: 1 })
        return attachAll(rows[0]!.id, when.documents)
      }
      case 'send': {
        const draft = await filled(procedures, when.kind, { vrm: when.plate ?? PLATE })
        await attachAll(draft.id, 1)
        await send(procedures, draft.id)
        const sent = await settled(procedures, draft.id)
        if (sent.state !== 'sent') throw new Error(`not sent: ${JSON.stringify(sent)}`)
        return
      }
      case 'solve': {
        const procedureId = await idOf(when.procedure ?? '')
        const view = await fixture.value('changes.get', { kind: 'procedure', id: procedureId })
        const incidents = view.body['incidents'] as { id: string; solvedAt?: string | null }[]
        const incidentId = incidents.find(({ solvedAt }) => solvedAt == null)!.id
        const name = 'contrato.pdf'
        const bytes = Buffer.from('%PDF-1.7\n%%EOF\n')
        const args = { procedureId, incidentId, name, size: bytes.byteLength, type: 'sales_agreement' }
        await receive('attachments.add', args, bytes)
        return
      }
      case 'sign': {
        const fields = {
          idNumber: when.signer ?? '00000000T',
          fullname: 'Ana Ribera Soler',
          email: 'ana@correo.example',
        }
        const { id, version } = await fixture.value('signature-requests.create', {
          document: when.document ?? 'mandate-generic',
          fields,
        })
        await fixture.value('signature-requests.send', { id, version })
        return
      }
      case 'view':
        await fixture.value('training.saw', { what: 'page', id: await idOf(when.of) })
        return
      case 'note': {
        const id = await idOf(when.procedure)
        await fixture.value('case-notes.add', { id, text: 'He llamado a las 10:20.' })
        return
      }
      case 'search':
        await fixture.value('training.saw', { what: 'search' })
        return
      case 'export':
        await read('cases.csv', {
          selection: { filter: {} },
          sort: { by: 'recent', descending: true },
          columns: ['plate'],
        })
        return
      case 'is':
    }
  }

  async function read(name: string, args: object): Promise<Buffer | string> {
    const sent = await router.send(name, args, still)
    if (!sent.ok) return sent.error.code
    const parts: Uint8Array[] = []
    for await (const part of sent.value.bytes) parts.push(part)
    return Buffer.concat(parts)
  }

  return {
    ...fixture,
    service,
    read,
    receive,
    training,
    untilTraining,
    async doStep(scenario) {
      const { step } = await untilTraining(({ state }) => state === 'ready')
      const { expected, button } = scenario.steps[step]!
      for (const [position, { when }] of expected.entries()) {
        await fulfil(when)
        await untilTraining((now) => now.step > step || now.expected[position]?.met === true)
      }
      if (button !== undefined) await fixture.value('training.next', { step, skip: false })
      return untilTraining((now) => now.step > step && now.state !== 'preparing')
    },
  }
}

const namesIn = async (dataDir: string): Promise<Record<string, { id: string }>> =>
  (await readSession(demoDirectory(dataDir)))?.names ?? {}
