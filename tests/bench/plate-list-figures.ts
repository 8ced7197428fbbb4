import { parseListFile } from '#renderer/features/plate-lists/parse-list-file.ts'
import { recogniseColumns } from '#shared/domain/plate-list-columns.ts'
import { platesInTable } from '#shared/domain/plate-list-table.ts'
import { MAX_LISTED, platesInText } from '#shared/domain/plate-list.ts'
import { plateNumber } from '#tests/fixtures/plate-lists/plates.ts'
import { rowXml, xlsxOf } from '#tests/fixtures/plate-lists/zips.ts'
import { figure, type Figure } from './statistics.ts'

const ROUNDS = 20
const NAMES = ['Fecha', 'Cliente', 'Modelo', 'Matrícula', 'Precio', 'Bastidor']

/** Time to recognise the plates of a full list, pasted and from a workbook, the first time included. */
export async function plateListFigures(rounds: number): Promise<Figure[]> {
  const numbers = Array.from({ length: MAX_LISTED }, (_, index) => plateNumber(index))
  const cells = numbers.map((vrm, index) => [
    '12/11/2026',
    `Cliente ${index}`,
    'Seat Ibiza 1.9',
    vrm,
    '8.250,50',
    `VSSZZZ5FZHR${String(index).padStart(6, '0')}`,
  ])
  const workbook = xlsxOf([NAMES, ...cells].map(rowXml).join(''))
  const texts = {
    'one in each line': numbers.join('\n'),
    'with its row of six cells': cells.map((row) => row.join('\t')).join('\n'),
  }
  const figures = []
  for (const [name, text] of Object.entries(texts))
    figures.push(
      figure(
        `5,000 plates from pasted text, ${name}`,
        'ms',
        await times(rounds, () => platesInText(text).plates.length),
        { target: 150 },
      ),
    )
  return [
    ...figures,
    figure(
      '5,000 plates from XLSX of six columns',
      'ms',
      await times(rounds, async () => {
        const rows = (await parseListFile(workbook)).sheets[0]?.rows ?? []
        return platesInTable(rows, recogniseColumns(rows)).plates.length
      }),
      { target: 1000 },
    ),
  ]
}

async function times(rounds: number, read: () => number | Promise<number>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < Math.min(rounds, ROUNDS); round++) {
    const started = performance.now()
    const found = await read()
    taken.push(performance.now() - started)
    if (found !== MAX_LISTED) throw new Error(`${found} plates were found`)
  }
  return taken
}
