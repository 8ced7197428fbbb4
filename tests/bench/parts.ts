import { caseFigures, lookupFigures, searchPeerFigure } from './core-figures.ts'
import { dayFigures } from './day-figures.ts'
import { measureFsync } from './machine.ts'
import { pdfFigures } from './pdf-figures.ts'
import { peerFigures } from './peer-figures.ts'
import { relayFigures } from './relay-figures.ts'
import { serviceFigures } from './service-figures.ts'
import { sharingFigures } from './sharing-figures.ts'
import { sizeFigures } from './size-figures.ts'
import { figure, type Figure } from './statistics.ts'
import { windowFigures } from './window-figures.ts'

interface PartInput {
  /** Repetitions of each measurement. */
  rounds: number
  /** Number of verdicts in the store, and of procedures. */
  reports: number
  /** Working days of `day`. */
  days: number
  /** Data directory. It is seeded if the part needs that. */
  directory: string
  /** Reference of the dates in it. */
  seededAt: number
}

export interface Part {
  /** Text for `--help` and for the page of figures. */
  about: string
  /** The part needs a store with verdicts and procedures. */
  isSeeded: boolean
  /** Takes longer than all short parts together, so `--only` alone runs it. */
  isLong?: boolean
  figures: (input: PartInput) => Promise<Figure[]>
}

/** Parts of the bench by the name that `--only` takes, in the order of a run of everything. */
export const PARTS = {
  core: {
    about: 'the core alone: its start, its cache of verdicts, its lists and searches, beside MiniSearch',
    isSeeded: true,
    // One after another: parallel measurements slow each other down.
    figures: async ({ directory, reports, seededAt }) => [
      figure('disk: one durable 4 KiB write', 'ms', measureFsync(directory)),
      ...(await lookupFigures(directory, reports)),
      ...(await caseFigures(directory, reports, seededAt)),
      await searchPeerFigure(reports, seededAt),
    ],
  },
  window: {
    about: 'the window in Chromium, beside what an empty page needs, and with a processor four times slower',
    isSeeded: true,
    figures: ({ directory, reports, rounds, seededAt }) =>
      windowFigures(directory, reports, rounds, seededAt),
  },
  peers: {
    about: 'the same list as a team would otherwise build it',
    isSeeded: false,
    figures: ({ reports, rounds }) => peerFigures(reports, rounds),
  },
  pdf: {
    about: 'PDFs of any size',
    isSeeded: false,
    figures: pdfFigures,
  },
  service: {
    about: 'the development service: start, memory, reads and durable creations, beside Prism',
    isSeeded: false,
    figures: serviceFigures,
  },
  relay: {
    about: 'the relay: durable events a second, from a webhook to the notification, beside Nchan',
    isSeeded: false,
    figures: ({ rounds }) => relayFigures(rounds),
  },
  sharing: {
    about:
      'what the PCs of an office share: a note at another PC, a new PC, a killed relay; beside Yjs and PouchDB',
    isSeeded: false,
    figures: ({ rounds }) => sharingFigures(rounds),
  },
  day: {
    about: 'memory and disk after days of work (--days)',
    isSeeded: true,
    isLong: true,
    figures: ({ directory, reports, days }) => dayFigures(directory, reports, days),
  },
  sizes: {
    about: '10,000, 100,000 and 1,000,000 procedures: a tenth of --reports, --reports, ten times --reports',
    isSeeded: false,
    isLong: true,
    figures: ({ reports }) => sizeFigures(reports),
  },
} satisfies Record<string, Part>

export type PartName = keyof typeof PARTS
