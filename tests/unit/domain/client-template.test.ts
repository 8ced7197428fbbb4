import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isUsableTemplate,
  renderTemplate,
  templateProblems,
  SITUATION_FIELDS,
  situationFields,
  SITUATION_GROUPS,
  SITUATION_IDS,
} from '#shared/domain/client-messages.ts'
import {
  channelNames,
  problemText,
  situationName,
  clientText,
  originalText,
  sampleOf,
} from '#shared/text/client.ts'
import { auditKind } from '#shared/text/audit.ts'

const FIELDS = ['nombre', 'matrícula', 'estado']

describe('a template', () => {
  test('has its fields replaced, whatever their accents and capitals', () => {
    expect(renderTemplate('Hola, { Nombre }: {MATRICULA}.', { nombre: 'Ana', matrícula: '1234 BCD' })).toBe(
      'Hola, Ana: 1234 BCD.',
    )
  })

  test('loses the bracketed part whose field has no value, and only that', () => {
    const template = 'Hola[, {nombre}]. {estado}[ desde {matrícula}].'
    expect(renderTemplate(template, { nombre: '', matrícula: '', estado: 'Va' })).toBe('Hola. Va.')
    expect(renderTemplate(template, { nombre: 'Ana', matrícula: '', estado: 'Va' })).toBe('Hola, Ana. Va.')
  })

  test('a name that ends with a full stop ends the sentence too', () => {
    expect(renderTemplate('Hola, {nombre}. Va…', { nombre: 'Ribera, S.L.' })).toBe('Hola, Ribera, S.L. Va…')
  })

  test.each([
    ['Hola, {nombre}. Va.', 'Hola. Va.'],
    ['Hola {nombre}, va.', 'Hola, va.'],
    ['¡Hola, {nombre}!', '¡Hola!'],
    ['Hola [{nombre}].', 'Hola.'],
    ['{nombre}, ya está.', 'ya está.'],
    ['Tu coche ({matrícula}) está.', 'Tu coche está.'],
    ['El documento «{matrícula}» falta.', 'El documento falta.'],
    ['Sobre {matrícula} {nombre}: va.', 'Sobre: va.'],
    ['Va.\n{nombre}\nGracias.', 'Va.\n\nGracias.'],
  ])('without the value of its field, «%s» is «%s»', (template, text) => {
    expect(renderTemplate(template, { nombre: '', matrícula: '' })).toBe(text)
  })

  test('what the office wrote around its values stays as it is', () => {
    expect(renderTemplate('Va todo bien, {nombre} :) () «», ,', { nombre: 'Ana' })).toBe(
      'Va todo bien, Ana :) () «», ,',
    )
  })

  test('says which field does not exist and which was meant', () => {
    expect(templateProblems('{matrcula} {zzz}', FIELDS)).toEqual([
      { kind: 'unknown-field', field: 'matrcula', meant: 'matrícula' },
      { kind: 'unknown-field', field: 'zzz', meant: null },
    ])
    expect(problemText({ kind: 'unknown-field', field: 'matrcula', meant: 'matrícula' })).toContain(
      '{matrcula} en este texto. ¿Querías decir {matrícula}?',
    )
  })

  test.each(['{nombre', 'nombre}', '[a', 'a]', '[[{nombre}]]', '{[nombre]}', '{{nombre}}', '  '])(
    '%s cannot be saved',
    (template) => expect(templateProblems(template, FIELDS)).not.toEqual([]),
  )

  test('inserts a value as it is: it opens no field and no part, and adds no line or direction', () => {
    const value = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(value, value, (nombre, estado) => {
        const text = renderTemplate('«{nombre}» es [{estado}!]', { nombre, estado, matrícula: 'X' })
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u)
        // Its marks are still there, and nothing was inserted for them.
        const braces = (one: string) => one.replace(/[^{}[\]]/g, '')
        expect(braces(text)).toContain(braces(nombre.toWellFormed()))
        expect(text).not.toContain('«X»')
      }),
    )
  })

  test('any text is judged and written without failing, and a template without fields stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[] ñá\nnombre,.') }), (template) => {
        const problems = templateProblems(template, FIELDS)
        expect(typeof renderTemplate(template, { nombre: 'Ana', matrícula: '', estado: '' })).toBe('string')
        expect(isUsableTemplate(template, FIELDS)).toBe(problems.length === 0)
        for (const problem of problems) expect(problemText(problem)).not.toBe('')
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zñ]{1,20}( [a-zñ]{1,20}){0,5}$/), (words) => {
        expect(templateProblems(words, FIELDS)).toEqual([])
        expect(renderTemplate(words, { nombre: 'Ana' })).toBe(words)
      }),
    )
  })
})

describe('the original texts', () => {
  test.each(SITUATION_IDS)('%s can be used, with all its data and with none but the plate', (id) => {
    expect(templateProblems(originalText(id), situationFields(id))).toEqual([])
    const whole = clientText(id, undefined, sampleOf(id), false)
    const bare = clientText(id, undefined, { matrícula: '1234 BCD', trámite: 'el trámite' }, false)
    for (const text of [whole, bare]) expect(text).not.toMatch(/[{}[\]]|undefined| {2}| [.,;]|\.\./)
    expect(whole).not.toBe('')
    expect(situationName(id)).not.toBe('')
  })

  test('each field of a group is in the samples, and can be typed without accents', () => {
    for (const group of SITUATION_GROUPS)
      for (const field of SITUATION_FIELDS[group])
        expect(
          templateProblems(`{${field.normalize('NFD').replace(/\p{M}/gu, '')}}`, SITUATION_FIELDS[group]),
        ).toEqual([])
  })

  test('the text of an office replaces the original, unless one of its fields is unknown', () => {
    const values = { matrícula: '1234 BCD', respuesta: 'se puede transferir.' }
    expect(clientText('verdict:transferable', 'Sí: {matrícula}', values, false)).toBe('Sí: 1234 BCD')
    expect(clientText('verdict:transferable', 'Sí: {matrix}', values, false)).toBe(
      '1234 BCD: se puede transferir.',
    )
    expect(clientText('verdict:transferable', 'Sí: {matrícula}', values, true)).toContain('Datos inventados')
  })

  test('what was given is named in the audit record', () => {
    for (const channel of Object.keys(channelNames))
      for (const id of SITUATION_IDS) expect(auditKind(`${channel} ${id}`)).toContain(situationName(id))
    expect(auditKind('copy plate-list')).toBe('Copiado · Lista de matrículas')
    expect(auditKind('email nothing')).toBe('Otro')
  })
})
