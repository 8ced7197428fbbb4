import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chipsOf } from '#renderer/features/cases/filter-chips.ts'
import { missingWords, stateWords } from '#renderer/features/cases/row-words.ts'
import { timelineLines } from '#renderer/features/changes/timeline.tsx'
import { documentsIn } from '#renderer/features/procedures/procedure-facts.ts'
import { signatureType, signerFacts } from '#renderer/features/resources/facts.tsx'
import { documentName } from '#renderer/features/signature-requests/signature-cells.tsx'
import { buildCells } from '#electron/core/features/cases/cases.ts'
import {
  listProcedureChoices,
  listSignatureChoices,
  type Choice,
} from '#electron/core/features/client-messages/message.rules.ts'
import type { AuditRow } from '#shared/bridge/audit.ts'
import type { CaseRow } from '#shared/bridge/cases.ts'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { DealerRow } from '#shared/bridge/dealers.ts'
import type { InboxRow, ResourceView, TimelineRow } from '#shared/bridge/inbox.ts'
import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import { PROCEDURE_TYPES } from '#shared/domain/procedures/kinds.ts'
import * as vocabulary from '#shared/domain/vocabulary.ts'
import { lostText } from '#shared/text/accounts.ts'
import { deadlineSubject } from '#shared/text/deadlines.ts'
import { factLine } from '#shared/text/diagnosis.ts'
import { inboxWords } from '#shared/text/inbox.ts'
import { copyText } from '#shared/text/backup.ts'
import { personText, auditKind, auditResults, auditWhats } from '#shared/text/audit.ts'
import { resourceWords, stateMeaning, stateName } from '#shared/text/resources.ts'
import { completeAnswer, issueTitle, reportChangeWords } from '#shared/text/client-answer.ts'
import { clientText } from '#shared/text/client.ts'
import { dealerDigest, dealerRowWords } from '#shared/text/dealers.ts'
import { causeName, stateOf, typeName } from '#shared/text/figures.ts'
import * as reportLabels from '#shared/text/labels-reports.ts'
import * as labels from '#shared/text/labels.ts'
import { changeText, changeWords } from '#shared/text/notifications.ts'
import { incidentsIn } from '#shared/text/incidents.ts'
import { reportWords, writtenVerdict } from '#shared/text/lookup.ts'
import { plateReport } from '#tests/fakes/plate-reports.ts'

const TEXTS = join(import.meta.dirname, '../../../shared/text')

/** Identifiers are English, so every Spanish word outside a comment is displayed. */
const lines = readdirSync(TEXTS)
  .filter((name) => name.endsWith('.ts'))
  .flatMap((file) =>
    readFileSync(join(TEXTS, file), 'utf8')
      .replace(/\/\*[^]*?\*\//g, '')
      .split('\n')
      .map((line) => ({ file, text: line.replace(/(?<!:)\/\/ .*$/, '').trim() })),
  )
  // Search terms, in whatever words users have for them.
  .filter(({ text }) => !/\b(?:also|search|words): '/.test(text))

/** Words replaced by another one in the table of shared/text/README.md. */
const RETIRED: readonly RegExp[] = [
  /\bDesarrollo\b|(?:en|de) desarrollo/,
  /vendedor|comprador/i,
  /solicitud(?:es)?\b/i,
  /\bpapel(?:es)?\b/,
  /supuest[oa]s?\b/,
  /Comprueba antes de enviar/,
  /tu palabra|(?:lo|que) digas|\bdices\b/,
  /De documento/,
]
/** Uses of a retired word in another sense. */
const MEANT = /La lista, en papel/

test('a retired word is nowhere', () => {
  expect(lines.length).toBeGreaterThan(4_000)
  expect(lines.filter(({ text }) => !MEANT.test(text) && RETIRED.some((word) => word.test(text)))).toEqual([])
})

test('only what authorities call it says «Cambio de titularidad»', () => {
  expect(lines.filter(({ text }) => /cambio de titularidad/i.test(text)).map(({ file }) => file)).toEqual([
    'procedure-kinds.ts',
  ])
})

test('drafts counted with what was sent have one name in copies, in lost data and in those of a person', () => {
  const name = 'Borradores y envíos'
  expect([copyText.drafts, personText.labels.drafts]).toEqual([name, name])
  const counts = { procedures: 0, signatures: 0, drafts: 2, reports: 0, kept: 0 }
  expect(copyText.done(counts)).toContain('2 borradores y envíos')
  expect(lostText.hadWhat(counts, 'ayer')).toContain('2 borradores y envíos')
})

/** Checks for raw values, and for English of the service's vocabulary. */
const spoken = (text: string, value: string): void => {
  const parts = (words: string) => words.toLowerCase().split(/[^\p{L}\d]+/u)
  const isWhole = parts(value).every((part) => parts(text).includes(part))
  const isRaw = text === '' || isWhole || /[_[\]{}]|undefined|NaN|Otro \(/.test(text)
  expect({ value, text, isRaw }).toEqual({ value, text, isRaw: false })
}
/** Words that are the same in Spanish. */
const SAME = new Set(['leasing', 'renting'])
const all = <T extends string>(values: readonly T[], say: (value: T) => string): void => {
  expect(values.length).toBeGreaterThan(1)
  for (const value of values) if (!SAME.has(value)) spoken(say(value), value)
}

describe('every word of the service has one of ours', () => {
  test('procedures', () => {
    all([...PROCEDURE_TYPES, 'VEHICLE_NOTIFICATION'], (type) => labels.procedureName(type))
    all(vocabulary.PROCEDURE_STATES, (status) => stateName('procedure', status))
    all(vocabulary.PROCEDURE_STATES, (status) => stateMeaning('procedure', status))
    all(vocabulary.INCIDENT_LEVELS, (level) => reportLabels.labelOf(labels.incidentLevelLabels, level, ''))
    all(vocabulary.INCIDENT_TYPES, (type) => reportLabels.labelOf(labels.incidentLabels, type, ''))
  })
  test('documents', () => {
    all(vocabulary.INPUT_DOCUMENT_TYPES, labels.documentLabel)
    all(vocabulary.GENERATED_DOCUMENT_TYPES, labels.documentLabel)
    expect(labels.documentLabel('other')).toBe('Otro')
  })
  test('reports and signatures', () => {
    all(vocabulary.ISSUE_TYPES, (type) => issueTitle({ type, kind: 'alert' }))
    all(vocabulary.REGISTRY_FIELDS, (field) => reportLabels.registryFieldLabels[field])
    all(vocabulary.SIGNATURE_DOCUMENTS, (type) =>
      reportLabels.labelOf(labels.signatureDocumentLabels, type, ''),
    )
    all(vocabulary.SIGNATURE_STATES, (status) => stateName('signature', status))
    all(vocabulary.SIGNATURE_STATES, (status) => stateMeaning('signature', status))
  })
  test('events', () => {
    all(vocabulary.EVENT_NAMES, (event) => reportLabels.labelOf(labels.eventLabels, event, ''))
    for (const event of vocabulary.EVENT_NAMES)
      for (const status of event.startsWith('signature')
        ? vocabulary.SIGNATURE_STATES
        : vocabulary.PROCEDURE_STATES) {
        const kind = event.startsWith('signature') ? 'signature' : 'procedure'
        spoken(changeWords({ kind, event, status, detail: {} }).fact, event)
      }
  })
  test('the audit record, on the screen and in its file', () => {
    all(Object.keys(auditWhats) as AuditRow['what'][], (what) => auditWhats[what])
    all(Object.keys(auditResults) as AuditRow['result'][], (result) => auditResults[result])
    const kinds = [
      ...vocabulary.INCIDENT_TYPES,
      ...vocabulary.INPUT_DOCUMENT_TYPES,
      ...vocabulary.SIGNATURE_DOCUMENTS,
    ]
    all(kinds, auditKind)
    all(
      ['registration', 'transfer', 'notification', 'complete', 'status', 'document', 'solve', 'development'],
      auditKind,
    )
  })
  test('what the diagnosis found', () => {
    for (const kind of ['system', 'sealed', 'memory', 'absent'])
      for (const state of ['unasked', 'ready', 'locked', 'damaged', 'unavailable']) {
        const line = factLine({ kind, state, detail: 'no session bus', proxy: 'none' })
        expect(line).not.toMatch(
          /system|sealed|memory|absent|unasked|ready|locked|damaged|unavailable|none|session/,
        )
      }
  })
})

const VIEW: ResourceView = {
  kind: 'procedure',
  id: 'prc_1',
  subject: { vrm: '1234BCD' },
  status: 'PENDING',
  since: 0,
  checkedAt: 0,
  gone: false,
  addedAt: 0,
  nextCheckAt: null,
  muted: false,
  timeline: [],
  body: { type: 'VEHICLE_TRANSFER' },
}
const view = (change: Partial<ResourceView>): ResourceView => ({ ...VIEW, ...change })
const caseRow = (change: Partial<CaseRow>): CaseRow => ({
  ...VIEW,
  kind: 'procedure',
  type: 'VEHICLE_TRANSFER',
  client: '',
  sellerName: '',
  buyerName: '',
  sellerTail: '',
  buyerTail: '',
  vehicle: '',
  labels: [],
  assigned: '',
  marked: false,
  pinned: false,
  incidents: 0,
  failed: false,
  ...change,
})
const signatureRow = (change: Partial<SignatureRow>): SignatureRow => ({
  ...VIEW,
  kind: 'signature',
  status: 'sent',
  document: 'mandate-specific',
  fullname: '',
  idTail: '',
  late: false,
  kept: false,
  ...change,
})
const dealerRow = (change: Partial<DealerRow> = {}): DealerRow => ({
  kind: 'procedure',
  id: 'prc_1',
  vrm: '1234BCD',
  type: 'VEHICLE_TRANSFER',
  status: 'IN_PROGRESS',
  since: 0,
  waits: 'registry',
  section: 'registry',
  vehicle: '',
  missing: [],
  asks: [],
  signatures: [],
  assigned: false,
  ...change,
})
const DIGEST = { name: '', month: '2026-11', isPresent: true, now: 0, demo: false, own: undefined }
const timelineRow = (change: Partial<TimelineRow>): TimelineRow => ({
  seq: 2,
  event: '',
  detail: {},
  at: 1,
  seenAt: 1,
  source: 'relay',
  ...change,
})
const inboxRow = (change: Partial<InboxRow>): InboxRow =>
  ({ seq: 1, at: 1, seenAt: 1, source: 'relay', state: 'unread', actionable: false, ...change }) as InboxRow
const completeReport = (issues: CompleteReport['issues']): CompleteReport => ({
  reportId: 'r1',
  vrm: '0456LTR',
  outcome: 'not_transferable',
  checkedAt: 0,
  registry: {},
  issues,
  pdf: 'none',
})
/** Titles and texts of what can be sent to a client. */
const texts = (choices: readonly Choice[]) =>
  choices.map(({ title, situation, values }) => [title, clientText(situation, undefined, values, false)])

/** A code of each list that this version does not know. Some are names that every object of the language has. */
const UNSEEN = ['UNSEEN_CODE', 'unseen-code', 'constructor'] as const

/** Every text that shows a value of a list of the service. */
const SHOWN: Readonly<Record<string, readonly [known: readonly string[], say: (value: string) => unknown]>> =
  {
    'a state of a procedure': [
      vocabulary.PROCEDURE_STATES,
      (status) => [
        stateName('procedure', status),
        stateMeaning('procedure', status),
        labels.procedureStateTooltip(status),
        stateOf(status),
        stateWords(caseRow({ status })),
        chipsOf({ statuses: [status] }, undefined, false).shown.map(({ name }) => name),
        chipsOf({ left: { status, from: '2026-01', to: '2026-02' } }, undefined, false).shown.map(
          ({ name }) => name,
        ),
        buildCells(caseRow({ status }), ['status']),
        timelineLines('procedure', [
          timelineRow({ event: 'procedure.status_changed', status }),
          timelineRow({ event: 'procedure.status_changed', status: 'PENDING', seq: 1 }),
        ]).map(({ from, fact, more }) => [from, fact, more]),
        dealerRowWords.state(dealerRow({ status })),
        dealerDigest([dealerRow({ status })], DIGEST),
        texts(listProcedureChoices(view({ status }), () => '')),
      ],
    ],
    'a state of a signature': [
      vocabulary.SIGNATURE_STATES,
      (status) => [
        stateName('signature', status),
        stateMeaning('signature', status),
        timelineLines('signature', [timelineRow({ event: 'signature.status_changed', status })]).map(
          ({ from, fact, more }) => [from, fact, more],
        ),
        texts(listSignatureChoices(signatureRow({ status }), 'email')),
      ],
    ],
    'an event': [
      vocabulary.EVENT_NAMES,
      (event) =>
        (['procedure', 'signature', 'report', 'certificate', 'other'] as const).flatMap((kind) =>
          ['', ...vocabulary.PROCEDURE_STATES, ...vocabulary.SIGNATURE_STATES, 'UNSEEN_STATE'].map(
            (status) => {
              const told = { kind, id: 'x', event, status, detail: {}, subject: { vrm: '1234BCD' } }
              return [
                changeWords(told),
                changeText(told),
                inboxWords(inboxRow(told)),
                timelineLines(kind, [timelineRow({ event, status })]).map(({ from, fact, more }) => [
                  from,
                  fact,
                  more,
                ]),
              ]
            },
          ),
        ),
    ],
    'a type of incident': [
      vocabulary.INCIDENT_TYPES,
      (type) => [
        (
          ['procedure.incident.added', 'procedure.incident.solved', 'procedure.incident.removed'] as const
        ).map((event) => changeWords({ kind: 'procedure', event, detail: { incidentType: type } })),
        causeName(type),
        missingWords(caseRow({ incidents: 1, incident: type })),
        buildCells(caseRow({ incidents: 1, incident: type }), ['incident']),
        chipsOf(
          { incident: { type, state: 'open', from: '2026-01', to: '2026-02' } },
          undefined,
          false,
        ).shown.map(({ name }) => name),
        incidentsIn({ incidents: [{ type }] })?.map(({ title, level, description, step }) => [
          title,
          level,
          description,
          step,
        ]),
        dealerRowWords.missing(
          dealerRow({ asks: [type], missing: [{ incident: type, document: 'invoice' }] }),
        ),
        dealerDigest([dealerRow({ section: 'dealer', asks: [type], missing: [{ incident: type }] })], DIGEST),
        texts(
          listProcedureChoices(view({ body: { type: 'VEHICLE_TRANSFER', incidents: [{ type }] } }), () => ''),
        ),
        auditKind(type),
      ],
    ],
    'a level of an incident': [
      vocabulary.INCIDENT_LEVELS,
      (level) => incidentsIn({ incidents: [{ level, type: 'seizure' }] })?.map((incident) => incident.level),
    ],
    'a type of document': [
      [...vocabulary.INPUT_DOCUMENT_TYPES, ...vocabulary.GENERATED_DOCUMENT_TYPES],
      (type) => [
        labels.documentLabel(type),
        documentsIn({ documents: [{ type }] }, 'documents')?.map(({ name, type: shown }) => [name, shown]),
        changeWords({ kind: 'procedure', event: 'procedure.document.added', detail: { documentType: type } }),
        dealerRowWords.missingName({ incident: 'pending-document', document: type }, dealerRow()),
        auditKind(type),
      ],
    ],
    'a document to sign': [
      vocabulary.SIGNATURE_DOCUMENTS,
      (type) => [
        documentName({ document: type }),
        signatureType({ type }),
        dealerRowWords.document(type),
        changeWords({
          kind: 'signature',
          event: 'signature.status_changed',
          status: 'sent',
          detail: { type },
        }),
        texts(listSignatureChoices(signatureRow({ document: type }), 'email')),
      ],
    ],
    'a signer, and how a document reaches it': [
      [],
      (value) => signerFacts({ signer: { type: value, deliveryMethod: value } }),
    ],
    'a type of procedure': [
      [...PROCEDURE_TYPES, 'VEHICLE_NOTIFICATION'],
      (type) => [
        labels.procedureName(type),
        typeName(type),
        chipsOf({ types: [type] }, undefined, false).shown.map(({ name }) => name),
        buildCells(caseRow({ type }), ['type']),
        dealerRowWords.type(dealerRow({ type })),
        deadlineSubject({ subject: {}, type } as Parameters<typeof deadlineSubject>[0]),
        texts(listProcedureChoices(view({ body: { type } }), () => '')),
      ],
    ],
    'an issue of a report': [
      vocabulary.ISSUE_TYPES,
      (type) =>
        (['blocking', 'alert', 'unknown'] as const).map((kind) => {
          const issue = { type, kind }
          return [
            issueTitle(issue),
            completeAnswer(completeReport([issue])),
            reportChangeWords({ what: 'issue-new', issue }),
            reportChangeWords({ what: 'issue-gone', issue }),
          ]
        }),
    ],
    'the answer of a report': [
      [],
      (rawOutcome) => [
        writtenVerdict(rawOutcome),
        reportWords(plateReport({ outcome: 'unrecognised', rawOutcome })),
        changeWords({ kind: 'report', event: 'report.completed', detail: { outcome: rawOutcome } }),
      ],
    ],
  }

describe('no text shows a code of the service, known or not', () => {
  test.each(Object.entries(SHOWN))('%s', (_what, [known, say]) => {
    for (const value of [...known, ...UNSEEN]) {
      const shown = JSON.stringify(say(value))
      expect(shown.length).toBeGreaterThan(8)
      // «Sent», «seizure»: a code without a mark of its own may be part of a Spanish word.
      const isCode = /[-_.A-Z]/.test(value) || UNSEEN.some((unseen) => unseen === value)
      const code = new RegExp(`(?<![\\p{L}\\d])${value.replaceAll('.', '\\.')}(?![\\p{L}\\d])`, 'u')
      const isRaw = (isCode && code.test(shown)) || /UNSEEN|unseen|Otro \(|undefined|NaN/.test(shown)
      expect({ value, shown, isRaw }).toEqual({ value, shown, isRaw: false })
    }
  })
})

test('an unknown value has a name, and an empty one is empty', () => {
  expect(labels.procedureName('VEHICLE_MOON')).toBe('Otro trámite')
  expect(labels.procedureName('VEHICLE_MOON', 'Viaje a la Luna')).toBe('Viaje a la Luna')
  expect(stateName('procedure', 'MOON')).toBe('Estado desconocido')
  expect(auditKind('moon')).toBe('Otro')
  expect(issueTitle({ type: 'moon', kind: 'unknown' })).toBe('Anotación sin nombre')
  expect(reportLabels.labelOf(labels.procedureStateLabels, '', 'Otra cosa')).toBe('')
})

test('an unknown state says where its code can be read', () => {
  expect(stateMeaning('procedure', 'MOON')).toContain(`«${resourceWords.raw}»`)
})

test('a procedure is called the same as the draft that it was, whatever the service calls it', () => {
  expect(labels.procedureName('VEHICLE_TRANSFER', 'Cambio de titularidad')).toBe('Transferencia')
  expect(labels.procedureName('VEHICLE_SALE_NOTIFICATION', 'Notificación')).toBe('Notificación de venta')
})
