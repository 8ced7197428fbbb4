import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CaseRow } from '#shared/bridge/cases.ts'
import { wordsOf } from '#shared/domain/search-text.ts'
import type { PaletteCommand } from '#renderer/features/palette/commands.tsx'
import { isAnswer, type Rank, rankAll, RANKS, rankOf } from '#renderer/features/finds/finds.ts'
import { type FoundAction, type PageAction, pageActions } from '#renderer/features/palette/palette-actions.ts'
import {
  firstItems,
  groupsOf,
  paletteItems,
  type PaletteFinds,
  typedPlates,
} from '#renderer/features/palette/palette-items.ts'

describe('how well an item matches', () => {
  test.each<[string, string[], string[], Rank]>([
    ['lozano', ['Lozano'], [], 'whole'],
    ['1234 bcd', ['1234BCD'], [], 'whole'],
    ['12.345.678-z', ['Ana', '12345678Z'], [], 'whole'],
    ['autos lo', ['Autos Lozano'], [], 'start'],
    ['1234', ['1234BCD'], [], 'start'],
    ['tema osc', ['Tema oscuro'], [], 'start'],
    ['osc tem', ['Tema oscuro'], [], 'words'],
    ['peña', ['José PENA'], [], 'words'],
    ['apariencia', ['Tema oscuro'], ['apariencia color noche'], 'also'],
    ['zano', ['Autos Lozano'], [], 'inside'],
    ['ribera sl', ['Autos Ribera, S.L.'], [], 'words'],
    ['ribera s.l.', ['Autos Ribera SL'], [], 'words'],
    ['ribera, s. l.', ['Ribera Autos, Sociedad Limitada'], [], 'words'],
    ['lhospitalet', ["Taller L'Hospitalet"], [], 'words'],
  ])('%s', (typed, names, also, expected) => expect(rankOf({ names, also }, typed)).toBe(expected))

  test('what begins no word of it is no answer, and neither is nothing', () => {
    expect(isAnswer({ names: ['Tema oscuro'] }, 'curo')).toBe(false)
    expect(isAnswer({ names: ['Tema oscuro'] }, ' - ')).toBe(false)
    expect(isAnswer({ names: ['Tema oscuro'] }, 'oscuro')).toBe(true)
  })
})

test('a text with a year and a make offers its plate alone', () => {
  expect(typedPlates('2018 BMW 320d 1234 BCD').map(({ vrm }) => vrm)).toEqual(['1234BCD'])
})

describe('one list of every kind', () => {
  const item = fc.record({ id: fc.nat(), rank: fc.constantFrom(...RANKS) })
  const kinds = fc.array(fc.array(item, { maxLength: 6 }), { maxLength: 5 })

  test('has each item once, the better ones first; of equals, by kind and then in their order', () => {
    fc.assert(
      fc.property(kinds, (all) => {
        const list = rankAll(all, ({ rank }) => rank)
        // Each object is an item of its own, whatever its number.
        expect(new Set(list)).toEqual(new Set(all.flat()))
        expect(list).toHaveLength(all.flat().length)
        const places = list.map((one) => {
          const kind = all.findIndex((items) => items.includes(one))
          return [RANKS.indexOf(one.rank), kind, all[kind]?.indexOf(one) ?? -1] as const
        })
        const inOrder = places.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
        expect(places).toEqual(inOrder)
      }),
    )
  })

  test('an item keeps its place among the others when one more is found', () => {
    fc.assert(
      fc.property(kinds, item, fc.nat(4), (all, more, kind) => {
        const without = rankAll(all, ({ rank }) => rank)
        const grown = all.map((items, at) => (at === kind ? [...items, more] : items))
        expect(rankAll(grown, ({ rank }) => rank).filter((one) => one !== more)).toEqual(without)
      }),
    )
  })

  test('the same words in other capitals, accents and separators match as well', () => {
    const word = fc.stringMatching(/^[a-zñáéíóú0-9]{1,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const name = words.join(' ')
        if (wordsOf(name).length === 0) return
        expect(rankOf({ names: [name] }, name.toUpperCase().normalize('NFD'))).toBe('whole')
        expect(rankOf({ names: [`${name} más`] }, name)).toBe('start')
        expect(rankOf({ names: [name] }, words.toReversed().join(' , '))).not.toBe('inside')
      }),
    )
  })
})

describe('the items of the palette', () => {
  const command = (id: string, title: string, also = ''): PaletteCommand =>
    ({ id, title, also, run: () => {} }) as unknown as PaletteCommand
  const row = (id: string, rest: Partial<CaseRow>) =>
    ({
      id,
      subject: {},
      client: '',
      sellerName: '',
      buyerName: '',
      vehicle: '',
      labels: [],
      ...rest,
    }) as CaseRow
  const action = (id: string, label: string, about = ''): PageAction => ({
    id,
    label,
    about,
    of: 'Expediente 8068 GHM',
    icon: null,
    keys: [],
    run: () => true,
  })
  const none: PaletteFinds = {
    actions: [],
    known: [],
    procedures: [],
    people: [],
    dealers: [],
    clients: [],
    signers: [],
    labels: [],
    commands: [],
    topics: [],
  }
  const kinds = (typed: string, finds: Partial<PaletteFinds>) =>
    paletteItems(typed, { ...none, ...finds }).map(({ id }) => id)

  test('a plate that was typed comes before anything that begins like it', () => {
    const found = { procedures: [row('p', { subject: { vrm: '1234BCD' } })], labels: ['1234 BCD'] }
    expect(kinds('1234 bcd', found)).toEqual(['plate-1234BCD', 'procedure-p', 'label-1234 BCD'])
  })

  test('of equal matches the action of the page comes first, and a better match before it', () => {
    const finds = {
      actions: [action('print', 'Imprimir'), action('add', 'Añadir', 'Imprenta')],
      commands: [command('c', 'Imprimir los plazos')],
    }
    const printed = { ...finds, procedures: [row('p', { vehicle: 'IMPRIMIR' })] }
    expect(kinds('imprimir', printed)).toEqual(['print', 'procedure-p', 'command-c'])
    const named = { ...finds, procedures: [row('q', { client: 'Imprenta Sol' })] }
    expect(kinds('impren', named)).toEqual(['procedure-q', 'add'])
  })

  test('before anything is typed the actions come first, in a group for each object', () => {
    const actions = [action('a', 'Imprimir'), { ...action('b', 'Nueva'), of: 'Firmas' }]
    const first = firstItems({ ...none, actions, commands: [command('c', 'Ajustes')] })
    expect(groupsOf(first).map(({ title, options }) => [title, options.map(({ id }) => id)])).toEqual([
      ['Expediente 8068 GHM', ['a']],
      ['Firmas', ['b']],
      ['Órdenes', ['command-c']],
    ])
    expect(groupsOf(paletteItems('ajustes', { ...none, actions })).map(({ title }) => title)).not.toContain(
      'Firmas',
    )
  })

  test('a client, their files and a signer before a command, unless the command is meant', () => {
    const finds = {
      people: [{ name: 'Tema Oscuro, S.L.', taxId: '', cases: 3 }],
      procedures: [row('p', { client: 'Talleres Temático' }), row('q', { vehicle: 'TEMA' })],
      commands: [
        command('dark', 'Tema oscuro'),
        command('light', 'Tema claro'),
        command('x', 'Otra', 'tema'),
      ],
    }
    expect(kinds('tema', finds)).toEqual([
      'procedure-q',
      'person-name:tema oscuro s l',
      'command-dark',
      'command-light',
      'procedure-p',
      'command-x',
    ])
    expect(kinds('tema osc', finds)[0]).toBe('person-name:tema oscuro s l')
    expect(kinds('tema cl', finds)).toEqual([
      'command-light',
      'person-name:tema oscuro s l',
      'procedure-p',
      'procedure-q',
    ])
  })

  test('two people of one name are two, and each has an id of its own', () => {
    const people = ['12345678Z', '87654321X', ''].map((taxId) => ({ name: 'Ana García', taxId, cases: 1 }))
    expect(new Set(kinds('ana', { people })).size).toBe(3)
  })
})

describe('the actions of a page', () => {
  const run = () => true
  const screen = (rest: Partial<FoundAction>): FoundAction => ({
    of: '8068 GHM',
    about: '',
    icon: null,
    run,
    ...rest,
  })
  const labels = (actions: readonly FoundAction[], letters = true) =>
    pageActions(actions, letters).map(({ label, keys }) => [label, ...keys].join(' '))

  test('a button and its shortcut are one action, with the words of the button', () => {
    const all = [
      screen({ shortcut: 'procedure.copy' }),
      screen({ label: 'Resumen', shortcut: 'procedure.copy' }),
    ]
    expect(labels(all)).toEqual(['Resumen C'])
    expect(labels(all.slice(0, 1))).toEqual(['Copiar el resumen C'])
  })

  test('without single letters the action stays, and its key goes', () => {
    expect(labels([screen({ label: 'Resumen', shortcut: 'procedure.copy' })], false)).toEqual(['Resumen'])
    expect(labels([screen({ shortcut: 'verdict.watch' })], false)).toEqual(['Vigilar la matrícula Alt V'])
  })

  test('the actions of one object stay together', () => {
    const of = (name: string, label: string) => screen({ of: name, label })
    const all = [of('3 elegidos', 'Etiquetar'), of('8068 GHM', 'Abrir'), of('3 elegidos', 'Copiar')]
    expect(labels(all)).toEqual(['Etiquetar', 'Copiar', 'Abrir'])
  })
})
