import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as vocabulary from '#shared/domain/vocabulary.ts'
import { currentVersion, releases } from '#shared/text/frame.ts'
import { findTopics, helpTopic, helpTopics } from '#shared/text/help.ts'
import { transferabilityLabels } from '#shared/text/labels-reports.ts'

describe('the help', () => {
  test('explains every value of the service', () => {
    const values = [
      ...vocabulary.PROCEDURE_STATES.map((value) => `state:${value}`),
      ...vocabulary.INCIDENT_TYPES.map((value) => `incident:${value}`),
      ...vocabulary.ISSUE_TYPES.map((value) => `issue:${value}`),
      ...vocabulary.INPUT_DOCUMENT_TYPES.map((value) => `input:${value}`),
      ...vocabulary.GENERATED_DOCUMENT_TYPES.map((value) => `generated:${value}`),
      ...vocabulary.SIGNATURE_STATES.map((value) => `signature:${value}`),
      ...vocabulary.SIGNATURE_DOCUMENTS.map((value) => `signable:${value}`),
      ...Object.keys(transferabilityLabels).map((value) => `verdict:${value}`),
    ]
    expect(values.filter((id) => helpTopic(id) === undefined)).toEqual([])
  })

  test('says what each means and what to do, and its links lead to other topics', () => {
    const bad = helpTopics.filter(
      ({ id, title, means, steps, related }) =>
        !title ||
        !means.endsWith('.') ||
        steps.length === 0 ||
        steps.some((step) => !step.endsWith('.')) ||
        related.length === 0 ||
        related.some((other) => other === id || helpTopic(other) === undefined),
    )
    expect(bad).toEqual([])
  })

  test('has no value that the service invents later', () => {
    expect(helpTopic('incident:constructor')).toBeUndefined()
  })

  test.each([
    ['embargo', 'incident:seizure'],
    ['reserva de dominio', 'incident:ownership-hold'],
    ['modelo 576', 'generated:es_576_doc'],
    ['MATRICULACION IMPUESTO', 'generated:es_576_doc'],
    ['dni', 'input:national_id'],
    ['qué es un embargo', 'incident:seizure'],
  ])('finds «%s»', (typed, id) => {
    expect(findTopics(typed).map((topic) => topic.id)).toContain(id)
  })

  test('puts titles first, and finds nothing for nothing', () => {
    expect(findTopics('embargo')[0]?.title).toBe('Embargo')
    expect(findTopics(' ')).toEqual([])
    expect(findTopics('de la')).toEqual([])
    expect(findTopics('xyzzy')).toEqual([])
  })
})

test('the notes begin with the version of the application', () => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  ) as {
    version: string
  }
  expect([currentVersion, releases[0]?.version]).toEqual([version, version])
  expect(new Set(releases.map((release) => release.version)).size).toBe(releases.length)
})
