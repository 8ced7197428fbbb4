import { expect, test } from 'vitest'
import {
  incidentStateOf,
  knownProcedure,
  situationOf,
} from '#electron/core/features/attachments/progress.rules.ts'

const of = (body: object) => {
  const procedure = knownProcedure({ id: 'p', status: 'BLOCKED', ...body })
  if (!procedure) throw new Error('it cannot be read')
  return procedure
}

test.each([
  ['of a level that depends on others', { id: 'i', level: 'hold', type: 'anything' }, 'hold'],
  ['of a type that depends on others, without a level', { id: 'i', type: 'waiting-620-validation' }, 'hold'],
  [
    'the service’s own word goes before ours',
    { id: 'i', level: 'blocker', type: 'registry-rejected' },
    'open',
  ],
  ['of a level and a type that nobody knows', { id: 'i', level: 'new', type: 'constructor' }, 'open'],
  ['of another shape', { id: 'i', level: 7, type: null, solved: 'no' }, 'open'],
  ['solved', { id: 'i', solved: true }, 'over'],
  ['without an id it is none that anybody can name', { type: 'seizure' }, 'over'],
  ['another', { id: 'other' }, 'over'],
])('%s', (_, incident, state) => {
  expect(incidentStateOf(of({ incidents: [incident] }), 'i')).toBe(state)
})

test('without a list, the service decides', () => {
  expect(incidentStateOf(of({}), 'i')).toBe('open')
  expect(incidentStateOf(of({ incidents: 'none' }), 'i')).toBe('open')
  expect(incidentStateOf(of({ incidents: [] }), 'i')).toBe('over')
})

test('of the documents, those that may be ours', () => {
  const documents = [
    { id: 'a', type: 'invoice' },
    { id: 'b', type: 'national_id' },
    { id: 'c' },
    { type: 'invoice' },
  ]
  expect(situationOf(of({ documents }), undefined, 'invoice').documents).toEqual(['a', 'c'])
  expect(situationOf(of({ documents }), undefined, null).documents).toEqual(['a', 'b', 'c'])
})
