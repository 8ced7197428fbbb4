import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { POINTS } from '#shared/domain/training.ts'
import { root, sourceFiles } from './source-files.ts'

const NAMING = /(?:data-point|\bpoint)="([\w-]+)"|data-point=\{[^}]*'([\w-]+)'/g
/** The navigation names the points of its sections in a table. */
const TABLE = /^\s+\w+: '(nav-[\w-]+)',$/gm

const named = (text: string) =>
  [NAMING, TABLE].flatMap((way) => [...text.matchAll(way)].map((hit) => hit[1] ?? hit[2]))

test('every part that a step can point at is on some screen, and has its ring', () => {
  const screens = sourceFiles('renderer').filter(({ path }) => path.endsWith('.tsx'))
  const found = new Set(screens.flatMap(({ path }) => named(readFileSync(join(root, path), 'utf8'))))
  expect(found, 'named in the screens').toEqual(new Set(POINTS))
  const styles = readFileSync(join(root, 'renderer/features/training/training.css'), 'utf8')
  const ringed = POINTS.filter((point) =>
    styles.includes(`[data-pointing~='${point}'] [data-point='${point}']`),
  )
  expect(ringed, 'ringed in the styles').toEqual([...POINTS])
})
