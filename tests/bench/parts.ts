import { browserFigures } from './browser-figures.ts'
import { coreFigures } from './core-figures.ts'
import { dayFigures } from './day-figures.ts'
import { caseFigures } from './desk-figures.ts'
import { fsyncTimes } from './disk.ts'
import { pdfFigures } from './pdf-figures.ts'
import { floorsAndPeers } from './peers/peers-alone.ts'
import { relayNodesFigures } from './relay-nodes-figures.ts'
import { sizeFigures } from './size-figures.ts'
import { figure, type Figure } from './statistics.ts'

interface Given {
  /** Of whatever is measured again and again. */
  rounds: number
  /** Verdicts in the store, and procedures where they are seeded. */
  reports: number
  /** Offices of `nodes`. */
  offices: number
  /** Working days of `day`. */
  days: number
  /** Data directory, seeded as the part asks. */
  directory: string
  /** Reference of the dates in it. */
  seededAt: number
}

/** What a store is filled with before a part is measured; each has what the ones before it have. */
export const SEEDS = ['nothing', 'verdicts', 'procedures'] as const
export type Seed = (typeof SEEDS)[number]

export interface Part {
  /** What it measures, for `--help`. */
  about: string
  seed: Seed
  /** Not in a run of everything: it takes longer than all others together. */
  isLong?: boolean
  /** Where `--write` puts its table; docs/figures.md without it. */
  page?: string
  figures: (given: Given) => Promise<Figure[]>
}

/** Figures one after another: they would slow each other down. */
const inTurn = async (...all: (() => Promise<Figure[]> | Figure[])[]): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const some of all) figures.push(...(await some()))
  return figures
}

/** Parts of the bench by the name that `--only` takes, in the order of a run of everything. */
export const PARTS = {
  core: {
    about: 'the core alone: its start, its cache of verdicts, its lists and searches',
    seed: 'procedures',
    figures: ({ directory, reports, seededAt }) =>
      inTurn(
        () => [figure('disk: one durable 4 KiB write', 'ms', fsyncTimes(directory))],
        () => coreFigures(directory, reports),
        () => caseFigures(directory, reports, seededAt),
      ),
  },
  window: {
    about: 'the window in Chromium, beside what an empty page needs, and with a processor four times slower',
    seed: 'procedures',
    figures: ({ directory, reports, rounds, seededAt }) =>
      browserFigures(directory, reports, rounds, seededAt),
  },
  peers: {
    about: 'the same list as a team would otherwise build it',
    seed: 'nothing',
    figures: ({ reports, rounds }) => floorsAndPeers(reports, rounds),
  },
  pdf: {
    about: 'PDFs of any size',
    seed: 'nothing',
    figures: pdfFigures,
  },
  day: {
    about: 'memory and disk after days of work (--days)',
    seed: 'procedures',
    isLong: true,
    figures: ({ directory, reports, days }) => dayFigures(directory, reports, days),
  },
  nodes: {
    about: 'two nodes of the relay over PostgreSQL (--offices)',
    seed: 'nothing',
    isLong: true,
    page: 'docs/relay/capacity.md',
    figures: ({ offices }) => relayNodesFigures(offices),
  },
  sizes: {
    about: '10,000, 100,000 and 1,000,000 procedures',
    seed: 'nothing',
    isLong: true,
    figures: () => sizeFigures(),
  },
} satisfies Record<string, Part>

export type PartName = keyof typeof PARTS
