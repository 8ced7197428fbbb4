import type Database from 'better-sqlite3-multiple-ciphers'
import type { SampleOffice } from '#shared/api/development.ts'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { appError } from '#shared/bridge/result.ts'
import type { SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import { type DraftFields, emptyForm } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { type Signable, emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import type { createCaseQueries } from '../cases/cases.store.ts'
import type { ResourceEvent } from '../changes/events.rules.ts'
import type { Seen } from '../changes/resource.rules.ts'
import type { createResourceQueries } from '../changes/resources.store.ts'
import type { createCompleteQueries } from '../complete/complete.store.ts'
import type { createDraftQueries } from '../procedures/drafts.store.ts'
import type { createContactQueries } from '../signature-requests/contacts.store.ts'
import { parseDetails } from '../signature-requests/signature-requests.rules.ts'
import type { createSignatureRequestQueries } from '../signature-requests/signature-requests.store.ts'
import type { createSignatureQueries } from '../signature-requests/signatures.store.ts'

interface SampleDraft {
  id: string
  kind: DraftKind
  fields: Partial<DraftFields>
  minutesAgo: number
}

/** Drafts that the user left unfinished this morning. */
const SAMPLE_DRAFTS: readonly SampleDraft[] = [
  {
    id: 'sample-draft-transfer',
    kind: 'transfer',
    fields: {
      vrm: '4821 LMV',
      taxableBase: '9.400',
      client: 'Autos Levante, S.L.',
      sellerName: 'Autos Levante, S.L.',
      userEmail: 'mostrador@gestoriaribera.example',
    },
    minutesAgo: 52,
  },
  {
    id: 'sample-draft-registration',
    kind: 'registration',
    fields: { client: 'Motor Serpis, S.A.', userEmail: 'mostrador@gestoriaribera.example' },
    minutesAgo: 18,
  },
]

interface SampleUncertain {
  report: { id: string; vrm: string; minutesAgo: number }
  signature: {
    id: string
    document: Signable
    fields: Partial<SignatureRequestFields>
    minutesAgo: number
  }
}

/** Two requests with an unknown outcome. The user checks each request and resolves it. */
const SAMPLE_UNCERTAIN: SampleUncertain = {
  report: { id: 'sample-uncertain-report', vrm: '3308KDR', minutesAgo: 31 },
  signature: {
    id: 'sample-uncertain-signature',
    document: 'mandate-specific',
    fields: {
      idNumber: '12345678Z',
      fullname: 'Nuria Ferrer Castell',
      email: 'nuria.ferrer@correo.example',
      deliveryMethod: 'email',
    },
    minutesAgo: 24,
  },
}

/** Office of the demonstration, as its service answered it. */
export interface SampleFill {
  office: Pick<SampleOffice, 'cases' | 'signatures'>
  resources: readonly Seen[]
  /** Oldest first. */
  events: readonly ResourceEvent[]
  reports: readonly (PlateReport | CompleteReport)[]
  now: number
}

/** Queries of other features that write the sample, so that it looks like real work. */
export interface SampleOfficeParts {
  resources: Pick<ReturnType<typeof createResourceQueries>, 'eventArrived' | 'resourceAnswered'>
  cases: Pick<ReturnType<typeof createCaseQueries>, 'saveAnnotations' | 'addCaseNote' | 'labelCase'>
  lookups: { askPlate(vrm: string, now: number): unknown; reportArrived(report: PlateReport): void }
  completes: Pick<
    ReturnType<typeof createCompleteQueries>,
    'openCompleteRequest' | 'completeAccepted' | 'completeStep'
  > & { completeArrived(id: string, report: CompleteReport): void }
  drafts: Pick<ReturnType<typeof createDraftQueries>, 'createDraft'>
  signatures: Pick<ReturnType<typeof createSignatureQueries>, 'linkSignature'>
  signatureRequests: Pick<
    ReturnType<typeof createSignatureRequestQueries>,
    'createSignatureRequests' | 'signatureRequestLeaves' | 'signatureRequestDeparts' | 'signatureRequestEnded'
  >
  contacts: Pick<ReturnType<typeof createContactQueries>, 'contactUsed'>
}

const STATE = 'sample-office'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Changes within this time are unread, in milliseconds. */
const UNREAD_MS = 3 * HOUR_MS

/** Queries of the demonstration's invented office. Runs in the worker. */
export function createSampleOfficeQueries(db: Database.Database, parts: SampleOfficeParts) {
  const state = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const setState = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const used = db.prepare<[], { used: number }>(
    `SELECT EXISTS (SELECT 1 FROM resource) OR EXISTS (SELECT 1 FROM plate) OR EXISTS (SELECT 1 FROM draft)
       OR EXISTS (SELECT 1 FROM signature_request) OR EXISTS (SELECT 1 FROM complete_request) AS used`,
  )
  const askedAt = db.prepare<[string], { at: number }>('SELECT asked_at AS at FROM plate WHERE vrm = ?')
  const quiet = db.prepare(
    `UPDATE change SET notice = 'suppressed', notice_why = 'sample'
     WHERE notice = 'due' AND notice IN ('due', 'raising')`,
  )
  const seenBefore = db.prepare<{ at: number }>(
    `UPDATE change SET state = CASE mine WHEN 1 THEN 'read' ELSE 'done' END WHERE state = 'unread' AND at < @at`,
  )

  /** Writes the past in order of time, because lists and *Novedades* show the newest rows first. */
  function fillPast({ events, resources, reports, now }: SampleFill): void {
    const opened = new Set<string>()
    function storeEvent(event: ResourceEvent): void {
      // This office opened the procedure. Its first state is therefore the office's own change and not news.
      parts.resources.eventArrived(event, opened.has(event.id) ? 'inbox' : 'own')
      opened.add(event.id)
    }
    const storeAnswer = (seen: Seen, at: number, random: number) =>
      parts.resources.resourceAnswered({
        seen,
        now: at,
        cause: 'own',
        insist: false,
        officeHours: true,
        random,
      })
    const heard = new Set(events.map(({ id }) => id))
    const past = [
      ...events.map((event) => ({ at: event.sourceEvent.at, write: () => storeEvent(event) })),
      ...reports.map((report) => ({ at: report.checkedAt, write: () => fillReport(report) })),
      // A draft has no events.
      ...resources
        .filter(({ id }) => !heard.has(id))
        .map((seen) => ({
          at: getOpenedAt(seen, now),
          write: () => storeAnswer(seen, getOpenedAt(seen, now), 0),
        })),
    ]
    for (const { write } of past.toSorted((one, other) => one.at - other.at)) write()
    // The next fetches of the resources are spread evenly.
    for (const [index, seen] of resources.entries()) storeAnswer(seen, now, index / resources.length)
  }

  function fillCases({ office, resources, now }: SampleFill): void {
    for (const { id, labels, notes, ...fields } of office.cases) {
      parts.cases.saveAnnotations(id, 0, fields, now)
      if (notes !== '') parts.cases.addCaseNote(id, notes, now)
      if (labels.length > 0) parts.cases.labelCase({ ids: [id] }, labels, [], now)
    }
    for (const { id, procedureId } of office.signatures)
      if (procedureId !== undefined) parts.signatures.linkSignature(id, procedureId)
    for (const { kind, body } of resources)
      if (kind === 'signature')
        parts.contacts.contactUsed({ fields: parseDetails(JSON.stringify(body)).signer, now })
  }

  function fillReport(report: PlateReport | CompleteReport): void {
    const { reportId, vrm, checkedAt } = report
    if ('kind' in report) {
      // The user looked up this plate meanwhile. That lookup may be open, and its report is the newest.
      if ((askedAt.get(vrm)?.at ?? 0) > checkedAt) return
      parts.lookups.askPlate(vrm, checkedAt)
      parts.lookups.reportArrived(report)
    } else {
      parts.completes.openCompleteRequest(reportId, vrm, checkedAt)
      parts.completes.completeAccepted(reportId, reportId, checkedAt, null)
      parts.completes.completeArrived(reportId, report)
    }
  }

  function fillAll(fill: SampleFill): void {
    fillPast(fill)
    fillCases(fill)
    seenBefore.run({ at: fill.now - UNREAD_MS })
    // The morning's changes wait in *Novedades*. Only later changes are notified.
    quiet.run()
  }

  /** Writes work of this PC that the service does not know. */
  function fillOwnWork(now: number): void {
    for (const { id, kind, fields, minutesAgo } of SAMPLE_DRAFTS) {
      const form = emptyForm()
      parts.drafts.createDraft(
        id,
        kind,
        { ...form, fields: { ...form.fields, ...fields } },
        now - minutesAgo * MINUTE_MS,
      )
    }
    const { report, signature } = SAMPLE_UNCERTAIN
    const error = appError('timeout', { retryable: true })
    parts.completes.openCompleteRequest(report.id, report.vrm, now - report.minutesAgo * MINUTE_MS)
    parts.completes.completeStep(report.id, 'uncertain', error)
    const sentAt = now - signature.minutesAgo * MINUTE_MS
    const { id, document } = signature
    const fields = { ...emptySignatureRequestFields(), ...signature.fields }
    parts.signatureRequests.createSignatureRequests([
      { id, document, state: 'editing', procedureId: null, again: null, now: sentAt, fields },
    ])
    parts.signatureRequests.signatureRequestLeaves(id, null, ['editing'], sentAt, sentAt)
    parts.signatureRequests.signatureRequestDeparts(id)
    parts.signatureRequests.signatureRequestEnded(id, 'uncertain', error, sentAt)
  }

  return {
    /** True until the sample is written. Only a store that is empty at the first call wants the sample. */
    wantsSampleOffice: db.transaction((): boolean => {
      const known = state.get(STATE)?.v
      if (known === undefined) setState.run(STATE, used.get()?.used === 0 ? 'wanted' : 'none')
      return state.get(STATE)?.v === 'wanted'
    }),

    /**
     * Writes the whole office in one transaction. Returns `false` if the store does not want the sample.
     * @param isFirstPc false for the second PC, which gets only what the service knows
     */
    fillSampleOffice: db.transaction((fill: SampleFill, isFirstPc = true): boolean => {
      if (state.get(STATE)?.v !== 'wanted') return false
      fillAll(isFirstPc ? fill : { ...fill, office: { ...fill.office, cases: [] } })
      if (isFirstPc) fillOwnWork(fill.now)
      setState.run(STATE, 'filled')
      return true
    }),

    /** True if this store has the sample office. */
    hasSampleOffice: (): boolean => state.get(STATE)?.v === 'filled',

    /** Adds to the past of the office, once for each key. */
    addToSampleOffice: db.transaction((key: string, fill: SampleFill): void => {
      if (state.get(`${STATE}/${key}`)) return
      fillAll(fill)
      setState.run(`${STATE}/${key}`, 'added')
    }),
  }
}

function getOpenedAt({ body: { createdAt } }: Seen, now: number): number {
  const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  return Number.isFinite(at) ? Math.min(at, now) : now
}
