import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  begin,
  confirmed,
  created,
  leftBehind,
  looked,
  newSubmission,
  nextStep,
  notDone,
  updated,
  uploaded,
  type Submission,
  type Moved,
  type Plan,
  type Step,
} from '#electron/core/features/procedures/submission.rules.ts'

/** The procedures of a service: drafts, documents, and which drafts were confirmed. */
class Service {
  readonly drafts = new Map<string, { body: string; documents: string[]; isDraft: boolean }>()
  confirmations = 0
  #ids = 0
  /** Requests still to arrive, whose sender was told that the connection is gone. */
  late: (() => void)[] = []

  id = () => `s${++this.#ids}`
  create(body: string): string {
    const id = this.id()
    this.drafts.set(id, { body, documents: [], isDraft: true })
    return id
  }
  upload(id: string): string {
    const document = this.id()
    this.of(id).documents.push(document)
    return document
  }
  confirm(id: string): boolean {
    const draft = this.of(id)
    if (!draft.isDraft) return false
    draft.isDraft = false
    this.confirmations++
    return true
  }
  of(id: string) {
    const draft = this.drafts.get(id)
    if (!draft) throw new Error(`no draft ${id}`)
    return draft
  }
}

/** Fate of a step: killed before it was sent, after it was done, or after its answer was written down. */
const FATES = [
  'done',
  'done',
  'refused',
  'lost-before',
  'lost-after',
  'late',
  'killed-before',
  'killed-after',
] as const
type Fate = (typeof FATES)[number]

interface World {
  service: Service
  submission: Submission
  remoteIds: Map<string, string | null>
}

const planOf = ({ remoteIds }: World, canUpdate: boolean): Plan => ({
  body: 'the form',
  canUpdate,
  documents: [...remoteIds].map(([id, remoteId]) => ({ id, remoteId, refused: false, isRemoteOnly: false })),
})

const take = (world: World, { submission, remoteIds }: Moved) => {
  world.submission = submission
  for (const [id, remoteId] of remoteIds) world.remoteIds.set(id, remoteId)
}

/** Plays one step with its fate, like the submission: written down, sent, and its answer written down. */
function play(world: World, step: Step, plan: Plan, fate: Fate): void {
  const { service } = world
  if (step.do === 'remake') return take(world, leftBehind(world.submission, plan, 'remade'))
  world.submission = begin(world.submission, step, plan)
  const { submission } = world
  const id = submission.procedureId ?? ''
  if (step.do === 'look') {
    if (fate !== 'done' && fate !== 'late') return
    const { isDraft, documents } = service.of(id)
    return take(world, looked(submission, plan, { isDraft, documents: [...documents] }))
  }
  if (fate === 'killed-before' || fate === 'lost-before') return
  if (fate === 'refused') {
    world.submission = notDone(submission)
    return
  }
  const act = (): string => {
    if (step.do === 'create') return service.create(plan.body)
    if (step.do === 'upload') return service.upload(id)
    if (step.do === 'confirm') service.confirm(id)
    else service.of(id).body = plan.body
    return id
  }
  if (fate === 'late') return void service.late.push(() => void act())
  const answer = act()
  if (fate !== 'done') return
  if (step.do === 'create') world.submission = created(submission, answer, plan.body, [])
  else if (step.do === 'update') world.submission = updated(submission, plan.body)
  else if (step.do === 'confirm') world.submission = confirmed(submission)
  else if (step.do === 'upload')
    take(world, { submission: uploaded(submission, answer), remoteIds: new Map([[step.documentId, answer]]) })
}

const fates = fc.array(fc.constantFrom(...FATES), { maxLength: 40 })
/** Number of further steps until a late request arrives. */
const delays = fc.array(fc.nat({ max: 4 }), { minLength: 40, maxLength: 40 })

test('whatever happens at each step, it ends in exactly one confirmed procedure with each document once', () => {
  fc.assert(
    fc.property(
      fates,
      delays,
      fc.nat({ max: 5 }),
      fc.boolean(),
      (misfortunes, waits, documents, canUpdate) => {
        const world: World = {
          service: new Service(),
          submission: newSubmission(),
          remoteIds: new Map(Array.from({ length: documents }, (_, at) => [`d${at}`, null])),
        }
        for (let turn = 0; turn < 400; turn++) {
          const plan = planOf(world, canUpdate)
          const step = nextStep(world.submission, plan)
          if (step.do === 'finish' || step.do === 'stop') break
          // A late confirmation arrives only before a look that shows it: here, before the next step.
          play(world, step, plan, misfortunes[turn] ?? 'done')
          const wait = waits[turn % waits.length] ?? 0
          if (wait === 0 || step.do === 'confirm' || step.do === 'create')
            for (const arrive of world.service.late.splice(0)) arrive()
        }
        // Read again from the written state, as after a restart.
        const { submission } = world
        const plan = planOf(world, canUpdate)
        const end = nextStep(submission, plan)
        expect(world.service.confirmations).toBeLessThanOrEqual(1)
        if (end.do === 'stop') {
          // Only if the documents were wrong repeatedly, or may still be confirmed: the user decides.
          expect(end.problem).toBe('documents-differ')
          return
        }
        expect(end.do).toBe('finish')
        expect(world.service.confirmations).toBe(1)
        const sent = world.service.of(submission.procedureId ?? '')
        expect(sent).toMatchObject({ isDraft: false, body: 'the form' })
        expect(new Set(sent.documents)).toEqual(new Set(world.remoteIds.values()))
        expect(sent.documents).toHaveLength(documents)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('without anything arriving late it never stops and never leaves more behind than it counts', () => {
  const orderly = FATES.filter((fate) => fate !== 'late')
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...orderly), { maxLength: 60 }),
      fc.nat({ max: 5 }),
      fc.boolean(),
      (misfortunes, documents, canUpdate) => {
        const world: World = {
          service: new Service(),
          submission: newSubmission(),
          remoteIds: new Map(Array.from({ length: documents }, (_, at) => [`d${at}`, null])),
        }
        for (let turn = 0; turn < 400; turn++) {
          const plan = planOf(world, canUpdate)
          const step = nextStep(world.submission, plan)
          expect(step.do).not.toBe('stop')
          if (step.do === 'finish') break
          play(world, step, plan, misfortunes[turn] ?? 'done')
        }
        const drafts = [...world.service.drafts.values()]
        expect(world.service.confirmations).toBe(1)
        expect(drafts.length - 1).toBeLessThanOrEqual(world.submission.orphans)
        expect(drafts.filter(({ isDraft }) => !isDraft)).toHaveLength(1)
      },
    ),
    { numRuns: 1_000 },
  )
})

const plan = (over: Partial<Plan> = {}): Plan => ({ body: 'b', canUpdate: false, documents: [], ...over })
const atService = (over: Partial<Submission> = {}): Submission => ({
  ...created(newSubmission(), 'p', 'b', []),
  verified: true,
  ...over,
})

test('a form that changed after the draft was made: a registration is updated, the others are made again', () => {
  expect(nextStep(atService({ told: 'old' }), plan({ canUpdate: true }))).toEqual({ do: 'update' })
  expect(nextStep(atService({ told: 'old' }), plan())).toEqual({ do: 'remake' })
})

test('a document that is no longer wanted cannot be taken back: the draft is left behind', () => {
  expect(nextStep(atService({ surplus: ['x'] }), plan())).toEqual({ do: 'remake' })
})

test('a draft of which a confirmation has left is never left behind by itself', () => {
  const step = { do: 'stop', problem: 'documents-differ' }
  expect(nextStep(atService({ surplus: ['x'], confirmLeft: true }), plan())).toEqual(step)
})

test('confirmed by somebody else: the person says whether that is the one, and then the rest is uploaded', () => {
  const documents = [{ id: 'd', remoteId: null, refused: false, isRemoteOnly: false }]
  const { submission } = looked(atService(), plan({ documents }), { isDraft: false, documents: [] })
  expect(submission.confirmed).toBe('elsewhere')
  expect(nextStep(submission, plan({ documents }))).toEqual({ do: 'stop', problem: 'confirmed-elsewhere' })
  const accepted = { ...submission, accepted: true }
  expect(nextStep(accepted, plan({ documents }))).toEqual({ do: 'upload', documentId: 'd' })
  expect(nextStep(accepted, plan())).toEqual({ do: 'finish' })
})

test('a refused document stops it once the others are there, and never goes out without it', () => {
  const documents = [{ id: 'd', remoteId: null, refused: true, isRemoteOnly: false }]
  expect(nextStep(atService(), plan({ documents }))).toEqual({ do: 'stop', problem: 'document-refused' })
})

test('what was at the service alone is never left behind', () => {
  const documents = [{ id: 'd', remoteId: 'r', refused: false, isRemoteOnly: true }]
  const old = atService({ told: 'old' })
  expect(nextStep(old, plan({ documents }))).toEqual({ do: 'stop', problem: 'documents-differ' })
})

test('before it is confirmed the service has said that it has exactly ours', () => {
  const documents = [{ id: 'd', remoteId: 'r', refused: false, isRemoteOnly: false }]
  const all = plan({ documents })
  expect(nextStep(atService({ verified: false }), all)).toEqual({ do: 'look' })
  const seen = (...ids: string[]) =>
    looked(atService({ verified: false }), all, { isDraft: true, documents: ids })
  expect(nextStep(seen('r').submission, all)).toEqual({ do: 'confirm' })
  expect(nextStep(seen('r', 'x').submission, all)).toEqual({ do: 'remake' })
  const lost = seen()
  expect([...lost.remoteIds]).toEqual([['d', null]])
  expect(lost.submission.verified).toBe(false)
})
