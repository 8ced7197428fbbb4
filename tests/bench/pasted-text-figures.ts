import { findPassages } from '#shared/domain/pasted-text/find-in-text.ts'
import { htmlText } from '#shared/domain/pasted-text/html-text.ts'
import { measureMarks } from '#tests/fixtures/pasted-passages/measure-marks.ts'
import {
  measure,
  PASSAGES_NOW,
  precision,
  recall,
  type Score,
} from '#tests/fixtures/pasted-passages/measure.ts'
import { readPasted } from '#tests/fixtures/pasted-passages/passages.ts'
import { figure, type Figure } from './statistics.ts'

const WARM_UP = 3
const SIZES = [
  { name: '1 KB', characters: 1_000 },
  { name: '10 KB', characters: 10_000 },
  { name: '1 MB', characters: 1_000_000 },
] as const
/** A mail is mostly words: data are this part of the text. */
const WORDS =
  'Buenas tardes, os escribo porque esta mañana hemos hablado con el cliente y prefiere pasar la semana que viene a firmar. ' +
  'Si os va bien lo dejamos para el jueves; si no, decidnos qué día podéis y se lo comentamos. Muchas gracias por todo.\n\n'

/** Time to find the data of a text, beside a bare pass over the same text that only tells its words apart. */
export function pastedTextFigures(rounds: number): Figure[] {
  return [...SIZES.flatMap((size) => ofText(size, rounds)), ofHtml(rounds)]
}

/** Tags with nothing but blanks in between: what a word processor copies is full of them. */
function ofHtml(rounds: number): Figure {
  const html = `<p>x${'<span> </span>'.repeat(1_000_000 / 14)}x</p>`
  const all = Array.from({ length: Math.min(rounds, 10) }, () => timed(() => htmlText(html)))
  return figure('HTML of 1 MB, of tags alone: its text', 'ms', all)
}

function ofText({ name, characters }: (typeof SIZES)[number], rounds: number): Figure[] {
  const text = textOf(characters)
  const totals: number[] = []
  const longest: number[] = []
  const floors: number[] = []
  for (let round = -WARM_UP; round < Math.min(rounds, 30); round++) {
    const floor = timed(() => [...text.matchAll(/[\p{L}\p{N}]+/gu)].length)
    const started = performance.now()
    let last = started
    let slice = 0
    for (const _ of findPassages(text, PASSAGES_NOW)) {
      const now = performance.now()
      slice = Math.max(slice, now - last)
      last = now
    }
    if (round < 0) continue
    totals.push(last - started)
    longest.push(slice)
    floors.push(floor)
  }
  return [
    figure(`pasted text of ${name}: its data found`, 'ms', totals),
    figure(`pasted text of ${name}: longest passage, before the window may answer`, 'ms', longest),
    figure(`pasted text of ${name}: a bare pass that tells its words apart`, 'ms', floors),
  ]
}

/** Passages of the published set with paragraphs without data between them. */
function textOf(characters: number): string {
  const parts = readPasted('dev').flatMap(({ text }) => [text, WORDS.repeat(3).trim()])
  let text = ''
  for (let at = 0; text.length < characters; at++) text += `${parts[at % parts.length]}\n\n`
  return text.slice(0, characters)
}

function timed(does: () => unknown): number {
  const started = performance.now()
  does()
  return performance.now() - started
}

/**
 * Precision and recall by kind and by party on both halves of the published set, and of what is marked before the user
 * has looked; and each failure.
 */
export function pastedTextQuality(): string {
  const lines: string[] = []
  for (const set of ['dev', 'held-out'] as const) {
    const { passages, scores, failures } = measure(set)
    const marks = measureMarks(set)
    lines.push(
      `pasted passages, ${set}: ${passages}`,
      ...rows('found', scores),
      ...rows('marked', marks.scores),
    )
    lines.push(...[...failures, ...marks.failures].map((failure) => `  ${failure}`), '')
  }
  return lines.join('\n').trimEnd()
}

const rows = (what: string, scores: ReadonlyMap<string, Score>): string[] => [
  row(what, 'precision', 'recall', 'n'),
  ...[...scores]
    .filter(([, score]) => score.right + score.wrong + score.missed > 0)
    .map(([name, score]) =>
      row(name, percent(precision(score)), percent(recall(score)), String(score.right + score.missed)),
    ),
]
const row = (name: string, ...cells: string[]) =>
  name.padEnd(16) + cells.map((cell) => cell.padStart(11)).join('')
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
