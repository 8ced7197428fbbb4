import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AuditRow } from '#shared/bridge/audit.ts'
import * as vocabulary from '#shared/domain/vocabulary.ts'
import { lostText } from '#shared/text/app-store.ts'
import { factLine } from '#shared/text/app-diagnosis.ts'
import { copyText, personText } from '#shared/text/app-office.ts'
import { stateMeaning, stateName } from '#shared/text/app-resources.ts'
import { auditKind, auditResults, auditWhats } from '#shared/text/audit-words.ts'
import { issueTitle } from '#shared/text/client-message.ts'
import * as labels from '#shared/text/labels.ts'
import { wordsOf } from '#shared/text/notifications.ts'

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
    'labels-procedures.ts',
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
    all([...vocabulary.PROCEDURE_TYPES, 'VEHICLE_NOTIFICATION'], (type) => labels.procedureName(type))
    all(vocabulary.PROCEDURE_STATES, (status) => stateName('procedure', status))
    all(vocabulary.PROCEDURE_STATES, (status) => stateMeaning('procedure', status))
    all(vocabulary.INCIDENT_LEVELS, (level) => labels.labelOf(labels.incidentLevelLabels, level))
    all(vocabulary.INCIDENT_TYPES, (type) => labels.labelOf(labels.incidentLabels, type))
  })
  test('documents', () => {
    all(vocabulary.INPUT_DOCUMENT_TYPES, labels.documentLabel)
    all(vocabulary.GENERATED_DOCUMENT_TYPES, labels.documentLabel)
    expect(labels.documentLabel('other')).toBe('Otro')
  })
  test('reports and signatures', () => {
    all(vocabulary.ISSUE_TYPES, (type) => issueTitle({ type, kind: 'alert' }))
    all(vocabulary.REGISTRY_FIELDS, (field) => labels.registryFieldLabels[field])
    all(vocabulary.SIGNATURE_DOCUMENTS, (type) => labels.labelOf(labels.signatureDocumentLabels, type))
    all(vocabulary.SIGNATURE_STATES, (status) => stateName('signature', status))
    all(vocabulary.SIGNATURE_STATES, (status) => stateMeaning('signature', status))
  })
  test('events', () => {
    all(vocabulary.EVENT_NAMES, (event) => labels.labelOf(labels.eventLabels, event))
    for (const event of vocabulary.EVENT_NAMES)
      for (const status of event.startsWith('signature')
        ? vocabulary.SIGNATURE_STATES
        : vocabulary.PROCEDURE_STATES) {
        const kind = event.startsWith('signature') ? 'signature' : 'procedure'
        spoken(wordsOf({ kind, event, status, detail: {} }).fact, event)
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

test('an unknown value reads «Otro (valor)», and an empty one is empty', () => {
  expect(labels.procedureName('VEHICLE_MOON')).toBe('Otro (VEHICLE_MOON)')
  expect(labels.procedureName('VEHICLE_MOON', 'Viaje a la Luna')).toBe('Viaje a la Luna')
  expect(stateName('procedure', 'MOON')).toBe('Otro (MOON)')
  expect(auditKind('moon')).toBe('Otro (moon)')
  expect(issueTitle({ type: 'moon', kind: 'unknown' })).toBe('Otro (moon)')
  expect(labels.otherValue('')).toBe('')
})

test('a procedure is called the same as the draft that it was, whatever the service calls it', () => {
  expect(labels.procedureName('VEHICLE_TRANSFER', 'Cambio de titularidad')).toBe('Transferencia')
  expect(labels.procedureName('VEHICLE_SALE_NOTIFICATION', 'Notificación')).toBe('Notificación de venta')
})
