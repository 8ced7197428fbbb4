import { browserFigures, searchBrowserFigures } from './browser-figures.ts'
import { changesFigures } from './changes-figures.ts'
import { coreFigures } from './core-figures.ts'
import { dayFigures } from './day-figures.ts'
import { dealerFigures } from './dealer-figures.ts'
import { caseFigures, caseSearchFigures } from './desk-figures.ts'
import { desktopFigures } from './desktop-figures.ts'
import { fsyncTimes } from './disk.ts'
import { drawingBrowserFigures, drawingFigures } from './drawing-figures.ts'
import { extensionPopupFigures } from './extension-popup-figures.ts'
import { extensionScanFigures } from './extension-scan-figures.ts'
import { hostileFigures } from './hostile-figures.ts'
import { listQueueFigures } from './list-queue-figures.ts'
import { listScreenFigures } from './list-screen-figures.ts'
import { nativeHostFigures } from './native-host-figures.ts'
import { packageFigures } from './package-figures.ts'
import { pastedTextFigures } from './pasted-text-figures.ts'
import { pdfFigures } from './pdf-figures.ts'
import { floorsAndPeers } from './peers/peers-alone.ts'
import { plateListFigures } from './plate-list-figures.ts'
import { procedureFigures } from './procedure-figures.ts'
import { quickLookupFigures } from './quick-lookup-figures.ts'
import { relayDayFigures } from './relay-day-figures.ts'
import { relayNodesFigures } from './relay-nodes-figures.ts'
import { sampleOfficeFigures } from './sample-office-figures.ts'
import { serviceDocumentFigures } from './service-document-figures.ts'
import { signatureRequestFigures } from './signature-request-figures.ts'
import { sizeFigures } from './size-figures.ts'
import { figure, type Figure } from './statistics.ts'
import { transferBatchFigures } from './transfer-batch-figures.ts'
import { updateFigures } from './update-figures.ts'
import { watchFigures } from './watch-figures.ts'

/** Each starts the application again. */
const UPDATES = 8

interface Given {
  /** Of whatever is measured again and again. */
  rounds: number
  /** Verdicts in the store, and procedures where they are seeded. */
  reports: number
  /** Offices of `nodes` and `relay-day`. */
  offices: number
  /** Working days of `day`. */
  days: number
  /** Data directory, seeded as the part asks. */
  directory: string
  /** Reference of the dates in it. */
  seededAt: number
}

/** What a store is filled with before a part is measured; each has what the ones before it have. */
export const SEEDS = ['nothing', 'verdicts', 'procedures', 'history'] as const
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
    about: 'the core alone: its start, its cache of verdicts, its lists and its queues',
    seed: 'procedures',
    figures: ({ directory, reports, seededAt }) =>
      inTurn(
        () => [figure('disk: one durable 4 KiB write', 'ms', fsyncTimes(directory))],
        () => coreFigures(directory, reports),
        hostileFigures,
        () => caseFigures(directory, reports, seededAt),
        changesFigures,
        procedureFigures,
        serviceDocumentFigures,
        signatureRequestFigures,
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
  search: {
    about: 'the searches of Expedientes',
    seed: 'procedures',
    figures: ({ directory, reports, seededAt }) =>
      inTurn(
        () => caseSearchFigures(directory, reports, seededAt),
        () => searchBrowserFigures(directory, reports, seededAt),
      ),
  },
  dealers: {
    about: 'the boards of dealers',
    seed: 'procedures',
    figures: ({ directory, reports, seededAt }) => dealerFigures(directory, reports, seededAt),
  },
  transfers: {
    about: 'transfers begun together',
    seed: 'nothing',
    figures: transferBatchFigures,
  },
  lists: {
    about: 'lists of plates: rows, queue and screen; watches',
    seed: 'nothing',
    figures: ({ rounds }) =>
      inTurn(() => plateListFigures(rounds), listQueueFigures, listScreenFigures, watchFigures),
  },
  'quick-lookup': {
    about: 'the panel of the quick lookup, and the desktop host',
    seed: 'verdicts',
    figures: ({ directory, rounds }) => inTurn(() => quickLookupFigures(directory, rounds), desktopFigures),
  },
  pdf: {
    about: 'PDFs of any size',
    seed: 'nothing',
    figures: pdfFigures,
  },
  'pasted-text': {
    about: 'how fast a pasted text is read',
    seed: 'nothing',
    figures: async ({ rounds }) => pastedTextFigures(rounds),
  },
  extension: {
    about: 'the browser extension and its native host',
    seed: 'nothing',
    figures: ({ rounds }) =>
      inTurn(
        () => nativeHostFigures(rounds),
        () => extensionScanFigures(rounds),
        () => extensionPopupFigures(rounds),
      ),
  },
  'sample-office': {
    about: 'the demonstration with its sample office',
    seed: 'nothing',
    figures: sampleOfficeFigures,
  },
  updates: {
    about: 'an update taken and undone',
    seed: 'nothing',
    figures: () => updateFigures(UPDATES),
  },
  figures: {
    about: 'the drawings of Cifras',
    seed: 'history',
    figures: ({ directory, reports, seededAt }) =>
      inTurn(
        () => drawingFigures(directory, reports, seededAt),
        () => drawingBrowserFigures(directory),
      ),
  },
  packages: {
    about: 'the lightweight edition',
    seed: 'nothing',
    isLong: true,
    figures: packageFigures,
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
  'relay-day': {
    about: 'what a working day of many offices costs two nodes and their database (--offices)',
    seed: 'nothing',
    isLong: true,
    page: 'docs/relay/capacity.md',
    figures: ({ offices }) => relayDayFigures(offices),
  },
  sizes: {
    about: '10,000, 100,000 and 1,000,000 procedures',
    seed: 'nothing',
    isLong: true,
    figures: () => sizeFigures(),
  },
} satisfies Record<string, Part>

export type PartName = keyof typeof PARTS
