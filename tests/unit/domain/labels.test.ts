import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENTITY_LETTERS } from '#shared/domain/tax-id.ts'
import * as vocabulary from '#shared/domain/vocabulary.ts'
import * as reportLabels from '#shared/text/labels-reports.ts'
import * as labels from '#shared/text/labels.ts'

const { entryOf, labelOf } = reportLabels
const UNKNOWN = 'Otra cosa'

describe('labelOf', () => {
  test('known words, whichever form their entry has', () => {
    expect(labelOf(labels.procedureStateLabels, 'ON_HOLD', UNKNOWN)).toBe('En espera')
    expect(labelOf(labels.signatureStateLabels, 'sent', UNKNOWN)).toBe('Pendiente de firma')
    expect(labelOf(labels.incidentLabels, 'seizure', UNKNOWN)).toBe('Embargo')
    expect(entryOf(labels.incidentLabels, 'seizure')?.level).toBe('blocker')
  })

  test('unknown words have one name, whatever they are', () => {
    expect(labelOf(labels.procedureStateLabels, '', UNKNOWN)).toBe('')
    for (const word of ['constructor', '__proto__', 'toString', 'NEW_STATE']) {
      expect(labelOf(labels.procedureStateLabels, word, UNKNOWN)).toBe(UNKNOWN)
      expect(entryOf(labels.procedureStateLabels, word)).toBeUndefined()
    }
    fc.assert(
      fc.property(fc.string(), (word) => {
        expect(labelOf(labels.eventLabels, `?${word}`, UNKNOWN)).toBe(UNKNOWN)
      }),
    )
  })
})

describe('the catalogue', () => {
  test.each([
    [vocabulary.PROCEDURE_STATES, labels.procedureStateLabels],
    [vocabulary.INCIDENT_LEVELS, labels.incidentLevelLabels],
    [vocabulary.INCIDENT_TYPES, labels.incidentLabels],
    [vocabulary.INPUT_DOCUMENT_TYPES, labels.inputDocumentLabels],
    [vocabulary.GENERATED_DOCUMENT_TYPES, labels.generatedDocumentLabels],
    [vocabulary.ISSUE_TYPES, reportLabels.issueLabels],
    [vocabulary.REGISTRY_FIELDS, reportLabels.registryFieldLabels],
    [vocabulary.SIGNATURE_DOCUMENTS, labels.signatureDocumentLabels],
    [vocabulary.SIGNATURE_STATES, labels.signatureStateLabels],
    [vocabulary.EVENT_NAMES, labels.eventLabels],
    [ENTITY_LETTERS, labels.entityLabels],
  ])('%j', (words, catalogue) => {
    expect(Object.keys(catalogue).toSorted()).toEqual([...words].toSorted())
    const texts = words.map((word) => labelOf(catalogue, word, ''))
    expect(texts.every((text) => text === text.trim() && text.length > 1)).toBe(true)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('the same word never has two names where both are listed together', () => {
    const shared = Object.keys(labels.inputDocumentLabels).filter(
      (type) => type in labels.generatedDocumentLabels,
    )
    expect(shared).toEqual([])
    expect(reportLabels.issueLabels.seizure.label).toBe(labels.incidentLabels.seizure.label)
  })
})

test('a cancelled procedure says why', () => {
  expect(labels.procedureStateTooltip('CANCELLED', 'Desistimiento')).toBe('Motivo: Desistimiento')
  expect(labels.procedureStateTooltip('CANCELLED')).toBe('Anulado; no consta el motivo')
  expect(labels.procedureStateTooltip('DONE', 'Finalizado')).toBe(
    'Trámite completado; documentos disponibles',
  )
  expect(labels.procedureStateTooltip('ARCHIVED', 'Archivado')).toBe('Archivado')
  expect(labels.procedureStateTooltip('ARCHIVED')).toBe('')
})

test('documents of an unknown type have a name without the code, and those of this PC keep the word typed', () => {
  expect(labels.documentLabel('passport')).toBe('Pasaporte')
  expect(labels.documentLabel('es_itp_doc')).toBe('ITP (modelo 620)')
  for (const type of ['fuel_card', 'constructor']) {
    expect(labels.documentLabel(type)).toBe('Otro documento')
    expect(labels.ownDocumentLabel(type)).toBe(type)
  }
  expect(labels.ownDocumentLabel('passport')).toBe('Pasaporte')
})

test('the right control is said with its gender', () => {
  expect(labels.wrongControlText('Z')).toBe('La letra no corresponde: debería ser Z')
  expect(labels.wrongControlText('4')).toBe('El dígito de control no corresponde: debería ser 4')
})
