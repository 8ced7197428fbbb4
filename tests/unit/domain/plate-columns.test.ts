import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findPlates,
  openedTable,
  platesAtOnce,
  platesOf,
} from '#renderer/features/plate-lists/opened-table.ts'
import { hasNames, recogniseColumns, platesInTable } from '#shared/domain/plate-list-table.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { readPlateList } from '#shared/domain/plates/list.ts'
import { currentPlate, plateNumber } from '#tests/fixtures/plate-lists/plates.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const two = (min: number, max: number) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'))

/** Columns that dealers have beside that of plates, with their usual names. */
const OTHERS: Readonly<Record<string, { names: string[]; cell: fc.Arbitrary<string> }>> = {
  dates: {
    names: ['Fecha', 'F. matriculación'],
    cell: fc
      .tuple(two(1, 28), two(1, 12), fc.integer({ min: 1998, max: 2027 }))
      .map((parts) => parts.join('/')),
  },
  serials: { names: ['Fecha', ''], cell: fc.integer({ min: 36_000, max: 47_000 }).map(String) },
  prices: {
    names: ['Precio', 'PVP', 'Importe'],
    cell: fc
      .integer({ min: 100, max: 99_999_99 })
      .map((cents) =>
        (cents / 100).toLocaleString('es-ES', { minimumFractionDigits: 2, useGrouping: 'always' }),
      ),
  },
  kilometres: {
    names: ['Kms'],
    cell: fc.integer({ min: 0, max: 300_000 }).map((km) => `${km.toLocaleString('es-ES')} km`),
  },
  chassis: {
    names: ['Bastidor', 'VIN', 'Nº bastidor'],
    cell: fc.stringMatching(/^[VWZ][A-HJ-NPR-Z0-9]{10}[0-9]{6}$/),
  },
  phones: { names: ['Teléfono', 'Móvil'], cell: digits(8).map((rest) => `6${rest}`) },
  spaced: {
    names: ['Contacto'],
    cell: fc.tuple(digits(2), digits(3), digits(3)).map((parts) => `+34 6${parts.join(' ')}`),
  },
  taxIds: {
    names: ['NIF', 'CIF'],
    cell: fc.oneof(
      fc.stringMatching(/^[0-9]{8}[A-HJ-NP-TV-Z]$/),
      fc.stringMatching(/^[ABX][0-9]{7}[A-Z0-9]$/),
    ),
  },
  models: {
    names: ['Modelo', 'Vehículo'],
    cell: fc.constantFrom(
      'Seat Ibiza',
      'BMW 320D',
      'Audi A4',
      'C220D',
      'Golf 2016 GTD',
      'Peugeot 3008',
      '500',
      'A45S',
      'TDI 115',
    ),
  },
  names: {
    names: ['Cliente', 'Comprador'],
    cell: fc.constantFrom('Ana Núñez', 'Lux 33, S.L.', 'Talleres García S.A.', 'José'),
  },
  orders: { names: ['Pedido', 'Ref.'], cell: digits(4).map((number) => `2026/${number}`) },
}

const column = fc.constantFrom(...Object.keys(OTHERS)).chain((kind) => {
  const { names, cell } = OTHERS[kind] ?? { names: [], cell: fc.constant('') }
  return fc.record({
    kind: fc.constant(kind),
    name: fc.constantFrom(...names),
    cells: fc.infiniteStream(fc.oneof({ weight: 8, arbitrary: cell }, fc.constant(''))),
  })
})
const plateName = fc.constantFrom(
  'Matrícula',
  'MATRICULA',
  'Mat.',
  'Placa',
  'Plate',
  'Matrícula vehículo',
  'Nº matrícula',
  '',
)

/** «1000 BTC» in a cell of its own is an amount: only its neighbours or a name make it a plate. */
const plainPlate = currentPlate.filter((vrm) => readPlateList(displayPlate(vrm)).plates.length === 1)

const sheetOfPlates = fc
  .record({
    before: fc.array(column, { maxLength: 4 }),
    after: fc.array(column, { maxLength: 4 }),
    name: plateName,
    plates: fc.uniqueArray(plainPlate, { minLength: 1, maxLength: 25 }),
    titles: fc.constantFrom([], [['Listado de coches']], [['Automóviles Ribera'], []]),
    isSpaced: fc.boolean(),
  })
  .map(({ before, after, name, plates, titles, isSpaced }) => {
    const take = (cells: fc.Stream<string>) => [...cells.take(plates.length)]
    const columns = [
      ...before.map(({ name: other, cells }) => [other, ...take(cells)]),
      [name, ...plates.map((vrm) => (isSpaced ? displayPlate(vrm) : vrm))],
      ...after.map(({ name: other, cells }) => [other, ...take(cells)]),
    ]
    const rows = [...titles, ...(columns[0] ?? []).map((_, row) => columns.map((cells) => cells[row] ?? ''))]
    return { rows, plate: before.length, plates, names: rows[titles.length] ?? [], titles: titles.length }
  })

describe('the columns of a sheet', () => {
  test('are recognised whatever their order and the others are', () => {
    fc.assert(
      fc.property(sheetOfPlates, ({ rows, plate, plates }) => {
        const columns = recogniseColumns(rows)
        expect(columns.plate).toBe(plate)
        expect(platesInTable(rows, columns).plates.map(({ vrm }) => vrm)).toEqual(plates)
      }),
      { numRuns: 300 },
    )
  })

  test('have none of plates where there is none, whatever they are called', () => {
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (columns, length, isNamed) => {
          const lists = columns.map(({ kind, name, cells }, index) => [
            isNamed && index === 0 && kind !== 'models' ? 'Matrícula' : name,
            ...cells.take(length),
          ])
          const rows = (lists[0] ?? []).map((_, row) => lists.map((cells) => cells[row] ?? ''))
          expect(recogniseColumns(rows).plate).toBeNull()
        },
      ),
      { numRuns: 300 },
    )
  })

  test('never make anything throw, and account for every row', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      currentPlate,
      fc.constant(''),
      fc.constant('Matrícula'),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 }), (rows) => {
        const columns = recogniseColumns(rows)
        const { plates, repeated, unread } = platesInTable(rows, columns)
        const said = new Set([...plates, ...repeated, ...unread].map(({ line }) => line))
        for (const [index, row] of rows.entries())
          if (index > (columns.header ?? -1) && /[\p{L}\p{N}]/u.test(row.join(' ')) && !hasNames(row))
            expect(said.has(index + 1)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('of two with plates are told apart by their names', () => {
    const rows = [
      ['Matrícula entregada', 'Cliente', 'Matrícula'],
      ['1111BBB', 'Ana', '1234BCD'],
      ['2222BBB', 'Eva', '5678FGH'],
    ]
    expect(recogniseColumns(rows)).toEqual({ header: 0, plate: 2, alsoPlates: [], note: [1] })
    expect(
      recogniseColumns([
        ['Stock', 'Mat.'],
        ['B-1024', '1234BCD'],
        ['B-1025', '5678FGH'],
      ]).plate,
    ).toBe(1)
  })

  test('of plates come before those of the vehicles that were handed in, whatever they are called', () => {
    const rows = (name: string) => [
      ['Matrícula anterior', name],
      ['1111BBB', '1234BCD'],
      ['2222BBB', '5678FGH'],
    ]
    for (const name of ['Vehículo', 'Matric.', 'Matrikula', 'Coche nuevo'])
      expect(recogniseColumns(rows(name)).plate).toBe(1)
    expect(recogniseColumns(rows('Cliente').map(([first = '']) => [first])).plate).toBe(0)
  })

  test('of plates are two or more in tables side by side, each with its own notes', () => {
    const first = [
      ['Matrícula', 'Cliente', '', 'Matrícula', 'Cliente'],
      ['1234BCD', 'Ana', '', '5678FGH', 'Luis'],
      ['1111BBB', 'Eva', '', '', ''],
    ]
    const found = (rows: string[][]) => {
      const { plates, unread } = platesInTable(rows, recogniseColumns(rows))
      return [...plates.map(({ vrm, note }) => `${vrm} ${note}`), ...unread.map(({ text }) => text)]
    }
    expect(found(first)).toEqual(['1234BCD Ana', '5678FGH Luis', '1111BBB Eva'])
    const last = [
      ['Cliente', 'Matrícula 1', 'Comprador', 'Matrícula 2'],
      ['Ana', '1234BCD', 'Luis', '5678FGH'],
      ['Eva', '1111BBB', 'Pau', ''],
    ]
    expect(found(last)).toEqual(['1234BCD Ana', '5678FGH Luis', '1111BBB Eva', 'Pau'])
  })

  test('of a second table below are its own, and names repeated on each page are no rows', () => {
    const rows = [
      ['Matrícula', 'Marca', 'Cliente'],
      ['1234BCD', 'Seat', 'Ana'],
      ['Matrícula', 'Marca', 'Cliente'],
      ['5678FGH', 'Opel', 'Luis'],
      ['Cliente', 'Vehículo', 'Placa', 'Precio', 'Teléfono'],
      ['Pau', 'Ford', 'M-1234-AB', '900', '612345678'],
      ['Eva', 'Kia', '1111BBB', '950', '612345679'],
      ['Matrícula', 'Marca', 'Cliente'],
      ['2222CCC', 'Fiat', 'Sara'],
    ]
    const { plates, unread } = platesInTable(rows, recogniseColumns(rows))
    expect(plates.map(({ vrm, note }) => `${vrm} ${note}`)).toEqual([
      '1234BCD Seat · Ana',
      '5678FGH Opel · Luis',
      'M1234AB Pau · Ford',
      '1111BBB Eva · Kia',
      '2222CCC Fiat · Sara',
    ])
    expect(unread).toEqual([])
  })

  test('are not named by a row with plates, as of a sheet that is turned or a card', () => {
    const plates = (rows: string[][]) =>
      platesInTable(rows, recogniseColumns(rows)).plates.map(({ vrm }) => vrm)
    expect(
      plates([
        ['Matrícula', '1234BCD', '5678FGH'],
        ['Marca', 'Seat', 'Opel'],
      ]),
    ).toEqual(['1234BCD', '5678FGH'])
    expect(
      plates([
        ['Matrícula:', '1234BCD'],
        ['Cliente:', 'Ana'],
        ['Matrícula:', '5678FGH'],
        ['Cliente:', 'Luis'],
      ]),
    ).toEqual(['1234BCD', '5678FGH'])
  })

  test('of plates alone are a grid', () => {
    const rows = [
      ['1234BCD', '5678FGH'],
      ['9012JKL', '3456MNP'],
    ]
    const columns = recogniseColumns(rows)
    expect(columns).toEqual({ header: null, plate: 0, alsoPlates: [1], note: [] })
    expect(platesInTable(rows, columns).plates).toHaveLength(4)
  })

  test('of mistyped plates and many blanks are known by their name', () => {
    const rows = [
      ['Cliente', 'Matrícula'],
      ...Array.from({ length: 20 }, (_, index) => [`Cliente ${index}`, index === 9 ? '12348CD' : '']),
    ]
    const columns = recogniseColumns(rows)
    expect(columns).toMatchObject({ header: 0, plate: 1 })
    const { plates, unread } = platesInTable(rows, columns)
    expect(plates).toEqual([
      { vrm: '1234BCD', line: 11, written: '12348CD', repaired: true, note: 'Cliente 9' },
    ])
    expect(unread).toHaveLength(19)
  })

  test('come with the cells that name their vehicle, the make first, also of tables side by side', () => {
    const vehicles = (rows: string[][]) =>
      platesInTable(rows, recogniseColumns(rows)).plates.map(({ vehicle }) => vehicle)
    expect(
      vehicles([
        ['Matrícula', 'Modelo', 'Cliente', 'Marca', 'Vehículo anterior'],
        ['1234BCD', 'A3', 'Mercedes Gil', 'Audi', 'Kia Rio'],
        ['5678FGH', '', 'Seat Ocasión', '', 'Opel Corsa'],
      ]),
    ).toEqual(['Audi A3', undefined])
    expect(
      vehicles([
        ['Matrícula', 'Marca', 'Matrícula', 'Marca'],
        ['1234BCD', 'Seat', '5678FGH', 'Opel'],
      ]),
    ).toEqual(['Seat', 'Opel'])
  })

  test('leave out the rows that they are told to', () => {
    const rows = [['1234BCD'], ['5678FGH'], ['9012JKL']]
    expect(platesInTable(rows, recogniseColumns(rows), new Set([1])).plates.map(({ line }) => line)).toEqual([
      1, 3,
    ])
  })

  test('of 50,000 rows and 20 columns are recognised by a part of them', () => {
    const row = (index: number) => [...Array.from({ length: 19 }, () => 'Seat Ibiza 1.9'), plateNumber(index)]
    expect(recogniseColumns(Array.from({ length: 50_000 }, (_, index) => row(index))).plate).toBe(19)
  })
})

describe('the plates of a long sheet, once its columns are others', () => {
  const cells = Array.from({ length: 12_000 }, (_, at) => [
    `${1000 + (at % 9000)} BCD`,
    'Seat León',
    'Ana Gil',
  ])
  const sheet = {
    name: 'Hoja1',
    isHidden: false,
    rows: cells,
    hiddenRows: [],
    hiddenColumns: [],
    farCells: [],
  }
  const opened = openedTable('lista.xlsx', [sheet])
  const changed = { ...opened, columns: { ...opened.columns, plate: null, note: [1] } }

  test('are not found before the next paint, and are the same when found in steps', async () => {
    expect(platesAtOnce(opened)).not.toBeNull()
    expect(platesAtOnce(changed)).toBeNull()
    const found = await findPlates(changed, new AbortController().signal)
    expect(found).toEqual(platesOf({ ...changed }))
    expect(platesAtOnce(changed)).toBe(found)
  })

  test('leave the window its turns, in which another change ends the search', async () => {
    const abort = new AbortController()
    const found = findPlates({ ...changed }, abort.signal)
    setTimeout(() => abort.abort())
    expect(await found).toBeNull()
  })
})
