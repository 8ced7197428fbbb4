import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createScenarioFiles, parseScenario } from '#electron/core/features/training/scenario-files.ts'
import { actionSchema, conditionSchema, type Scenario } from '#shared/scenario/scenario.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'

const files = createScenarioFiles('/nowhere')
const all: Scenario[] = [
  (await files.find(TOUR_ID))!,
  ...(await files.list()).scenarios.map(({ scenario }) => scenario),
]

test('there are the tour, of six steps, and the five scenarios', () => {
  expect(all[0]!.steps).toHaveLength(6)
  expect(all.map(({ title }) => title)).toEqual([
    'Paseo',
    'El comprador no firma',
    'El impreso vuelve con incidencia',
    'Tráfico está caído hasta las once',
    'Fin de mes de un compraventa',
    'Llega un embargo',
  ])
})

test.each(all.map((scenario) => [scenario.id, scenario] as const))(
  '%s names only what it has made by then, and people whose numbers are right',
  (_, { steps }) => {
    const names = new Set<string>()
    const people = new Set(['00000000T'])
    for (const { happens, expected } of steps) {
      for (const action of happens) {
        if (action.do === 'open' || action.do === 'send') names.add(action.name)
        const parties = 'signer' in action ? [action.signer] : ([] as { taxId: string }[])
        if (action.do === 'open')
          parties.push(...[action.seller, action.buyer].filter((one) => one !== undefined))
        for (const { taxId } of parties) {
          people.add(taxId)
          expect([taxId, checkTaxId(taxId).status]).toEqual([taxId, 'valid'])
        }
        if ('procedure' in action) expect(names).toContain(action.procedure)
        if (action.do === 'signature') expect([...names, ...people]).toContain(action.signature)
        if (action.do === 'send' && action.for) expect(names).toContain(action.for)
      }
      for (const { when } of expected) {
        const named = 'of' in when ? when.of : 'procedure' in when ? when.procedure : undefined
        if (named !== undefined) expect([...names, ...people]).toContain(named)
        if (when.did === 'sign' && when.signer) expect(people).toContain(when.signer)
      }
    }
  },
)

test('the guide explains everything that can happen and be expected, and its example can be added', () => {
  const guide = readFileSync(new URL('../../../../docs/es/escenarios.md', import.meta.url), 'utf8')
  const [, example = ''] = /```json\n(.*?)```/s.exec(guide) ?? []
  expect(parseScenario(example)).toMatchObject({ ok: true })
  const explained = new Set(
    [...guide.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) => names.match(/[\w-]+/g) ?? []),
  )
  const actions = actionSchema.options.map(({ shape }) => shape.do.value)
  const conditions = conditionSchema.options.map(({ shape }) => shape.did.value)
  expect([...actions, ...conditions].filter((name) => !explained.has(name))).toEqual([])
})
