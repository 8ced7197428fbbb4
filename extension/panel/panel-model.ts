import type { Batch, VerdictSummary } from '#shared/host-protocol/messages.ts'
import { MAX_BATCH } from '#shared/host-protocol/protocol.ts'
import type { ContentEvent, PlateMark } from '../messages.ts'
import type { RequestError } from '../page-messages.ts'
import type { PageClient } from '../pages/client.ts'
import { isOfToday } from '../pages/verdict-of-summary.ts'
import {
  beginScan,
  endFrame,
  hearFrame,
  type PageScan,
  scanSummary,
  type ScanSummary,
  unfinishedFrames,
  rowWords,
} from './page-scan.ts'
import type { PageTab } from './page-tab.ts'

export interface PanelState {
  /**
   * State of the page. `none`: no scan was asked for yet. `unreadable`: the browser forbids reading this page.
   * `not-allowed`: the permission is missing, because the user did not ask over that page. `left`: the page of the
   * list is gone.
   */
  page: 'none' | 'opening' | 'unreadable' | 'not-allowed' | 'here' | 'left'
  tabId: number | null
  scan: ScanSummary | null
  summaries: ReadonlyMap<string, VerdictSummary>
  batch: Batch | null
  /** Plates of the batch without an answer yet. */
  waiting: ReadonlySet<string>
  /** Error of the user's last request. */
  error: RequestError | null
  /**
   * Mark that the user pressed last. The serial grows with each press, because the same mark may be pressed again.
   */
  pressed: { vrm: string; serial: number } | null
}

/** Delay in ms after a request with an unknown outcome. */
const ASK_AGAIN_MS = 3_000

const EMPTY: PanelState = {
  page: 'none',
  tabId: null,
  scan: null,
  summaries: new Map(),
  batch: null,
  waiting: new Set(),
  error: null,
  pressed: null,
}

export interface PanelModel {
  state(): PanelState
  subscribe(listener: () => void): () => void
  /** @param asked true if the user asked with a press over that page, which gives the permission to read it */
  scan(tabId: number, asked: boolean): Promise<void>
  stopScan(): void
  /** Looks up the plates without a verdict of today. */
  lookUp(): Promise<void>
  stopBatch(): Promise<void>
  reveal(vrm: string): Promise<void>
  clear(): void
  /** Checks whether the tab still shows the page of the list. */
  checkPage(): Promise<void>
  setMarks(on: boolean): void
  close(): void
}

export interface PanelModelDeps {
  client: PageClient
  page: PageTab
  session: Pick<chrome.storage.StorageArea, 'get' | 'set' | 'remove'>
  now: () => number
}

/**
 * State of the panel: the scan of a page, the known verdicts of its plates, and the batch that looks up the others.
 */
export function createPanelModel({ client, page, session, now }: PanelModelDeps): PanelModel {
  let state = EMPTY
  let scan: PageScan | null = null
  let kept: KeptBatch | null = null
  let marks = true
  /** True if the user removed the marks. No mark is drawn until the next scan. */
  let cleared = false
  let asking = false
  let later: ReturnType<typeof setTimeout> | undefined
  let wasApproved = client.view().connection.kind === 'approved'
  /** Plates that were requested from the application in this session. */
  let asked = new Set<string>()
  let lastSession = client.view().session
  const listeners = new Set<() => void>()

  const change = (part: Partial<PanelState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  const setScan = (next: PageScan | null) => {
    scan = next
    change({ scan: next && scanSummary(next) })
    void askNew()
  }

  /** Requests the verdicts of new plates. Only one request runs at a time, however fast plates are found. */
  const askNew = async () => {
    if (asking || client.view().connection.kind !== 'approved') return
    const vrms = (state.scan?.plates ?? []).map(({ vrm }) => vrm).filter((vrm) => !asked.has(vrm))
    if (vrms.length === 0) return
    const mine = asked
    for (const vrm of vrms) mine.add(vrm)
    asking = true
    const answer = await client.request('lookup.get', { vrms: vrms.slice(0, MAX_BATCH) })
    asking = false
    if (answer.ok) {
      learn(answer.value.rows)
      return askNew()
    }
    for (const vrm of vrms) mine.delete(vrm)
    const { code, retryAfterMs = ASK_AGAIN_MS } = answer.error
    // After any other error, a change of the connection triggers the next request.
    if (code !== 'rate-limited' && code !== 'timeout' && code !== 'dropped') return
    clearTimeout(later)
    later = setTimeout(() => void askNew(), retryAfterMs)
  }

  const learn = (rows: readonly VerdictSummary[]) => {
    const listed = new Set(state.scan?.plates.map(({ vrm }) => vrm))
    const mine = rows.filter(({ vrm }) => listed.has(vrm))
    if (mine.length === 0) return
    const summaries = new Map(state.summaries)
    const waiting = new Set(state.waiting)
    for (const row of mine) {
      summaries.set(row.vrm, row)
      if (row.pending === null && (isOfToday(row, now()) || row.failed !== null)) waiting.delete(row.vrm)
    }
    change({ summaries, waiting })
    draw(mine)
  }

  const draw = (rows: readonly VerdictSummary[]) => {
    if (!marks || cleared || state.tabId === null || state.page !== 'here') return
    const drawn: PlateMark[] = rows.map((row) => {
      const { sign, words } = rowWords(row, state.waiting.has(row.vrm))
      return { vrm: row.vrm, sign, word: words }
    })
    if (drawn.length > 0) page.sendRequest(state.tabId, { type: 'content.verdicts', rows: drawn })
  }

  const setBatch = (batch: Batch) => {
    if (batch.id !== kept?.id) return
    const isOver = batch.state !== 'running'
    const before = state.waiting
    change({ batch, ...(isOver && { waiting: new Set<string>() }) })
    if (isOver) draw([...before].flatMap((vrm) => state.summaries.get(vrm) ?? []))
  }

  const hear = (tabId: number, frameId: number, event: ContentEvent) => {
    if (tabId !== state.tabId || scan === null || event.scan !== scan.id) return
    if (event.type === 'content.pressed')
      return change({ pressed: { vrm: event.vrm, serial: (state.pressed?.serial ?? 0) + 1 } })
    setScan(hearFrame(scan, frameId, event))
    if (frameId === 0 && event.type === 'content.found' && event.state !== 'scanning')
      void dropLostFrames(tabId)
  }

  /** Without this, the scan would wait for ever for a frame that was removed meanwhile. */
  const dropLostFrames = async (tabId: number) => {
    const mine = scan?.id
    for (const frameId of scan ? unfinishedFrames(scan) : []) {
      const isThere = await page.isThere(tabId, frameId)
      if (!isThere && scan !== null && scan.id === mine) setScan(endFrame(scan, frameId))
    }
  }

  /** Resumes the batch that was started earlier for this tab. */
  const resumeBatch = async (tabId: number) => {
    const before = await keptBatch(session, tabId)
    if (before === null || state.tabId !== tabId) return
    kept = before
    const answer = await client.request('batch.get', { id: before.id })
    if (!answer.ok || answer.value.state !== 'running' || kept !== before) return
    change({ waiting: new Set(before.vrms.filter((vrm) => !isKnownToday(vrm))) })
    setBatch(answer.value)
  }

  const isKnownToday = (vrm: string): boolean => {
    const summary = state.summaries.get(vrm)
    return summary !== undefined && isOfToday(summary, now())
  }

  /**
   * Forgets all verdicts, because the application is locked or no longer approves this browser. The background
   * removes the marks.
   */
  const forget = () => {
    asked = new Set()
    change({ summaries: new Map(), waiting: new Set(), batch: null })
  }

  const unsubscribe = [
    page.onEvent(hear),
    client.on('verdicts', ({ rows }) => learn(rows)),
    client.on('batch', setBatch),
    client.subscribe(() => {
      const { session: current, connection } = client.view()
      const isApproved = connection.kind === 'approved'
      const isNew = isApproved && (!wasApproved || current !== lastSession)
      if (connection.kind === 'locked' || connection.kind === 'not-approved') forget()
      wasApproved = isApproved
      if (!isNew) return
      lastSession = current
      // Every plate is requested again: the application or its account may be another one.
      asked = new Set()
      if (state.tabId !== null && state.summaries.size === 0 && state.page === 'here')
        void model.scan(state.tabId, false)
      else void askNew()
      // The same id resumes the same batch, so that nothing starts twice.
      if (kept !== null && state.batch?.state === 'running')
        void client.request('batch.start', { id: kept.id, vrms: [...kept.vrms] }).then((answer) => {
          if (answer.ok) setBatch(answer.value)
        })
    }),
  ]

  const model: PanelModel = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async scan(tabId, byPress) {
      const id = crypto.randomUUID()
      if (state.tabId !== null && state.tabId !== tabId)
        page.sendRequest(state.tabId, { type: 'content.clear' })
      asked = new Set()
      cleared = false
      kept = null
      scan = null
      change({ ...EMPTY, page: 'opening', tabId })
      let frames: number[]
      try {
        frames = await page.inject(tabId)
      } catch {
        if (state.tabId === tabId && state.page === 'opening')
          change({ page: byPress ? 'unreadable' : 'not-allowed' })
        return
      }
      if (state.tabId !== tabId || state.page !== 'opening') return
      change({ page: 'here' })
      setScan(beginScan(id, frames))
      page.sendRequest(tabId, { type: 'content.scan', scan: id })
      await resumeBatch(tabId)
    },
    stopScan() {
      if (state.tabId !== null) page.sendRequest(state.tabId, { type: 'content.stop' })
    },
    async lookUp() {
      const { tabId, batch } = state
      const vrms = (state.scan?.plates ?? []).map(({ vrm }) => vrm).filter((vrm) => !isKnownToday(vrm))
      if (tabId === null || vrms.length === 0 || batch?.state === 'running') return
      const mine: KeptBatch = { id: crypto.randomUUID(), vrms }
      kept = mine
      // The batch is shown at once, so that a second press starts nothing.
      change({
        batch: { id: mine.id, state: 'running', total: vrms.length, settled: 0 },
        waiting: new Set(vrms),
        error: null,
      })
      draw(vrms.flatMap((vrm) => state.summaries.get(vrm) ?? []))
      await keepBatch(session, tabId, mine)
      const answer = await client.request('batch.start', { id: mine.id, vrms })
      if (kept !== mine) return
      if (answer.ok) return setBatch(answer.value)
      kept = null
      await forgetBatch(session, tabId)
      const waited = [...state.waiting]
      change({ batch: null, waiting: new Set(), error: answer.error })
      draw(waited.flatMap((vrm) => state.summaries.get(vrm) ?? []))
    },
    async stopBatch() {
      const mine = kept
      if (mine === null || state.batch?.state !== 'running') return
      const answer = await client.request('batch.stop', { id: mine.id })
      if (kept !== mine) return
      if (answer.ok) setBatch(answer.value)
      else change({ error: answer.error })
    },
    async reveal(vrm) {
      const { tabId } = state
      const row = state.scan?.plates.find((plate) => plate.vrm === vrm)
      if (tabId === null || !row) return
      const revealed = await page.reveal(tabId, row.frameId, vrm)
      if (!revealed && scan !== null && state.tabId === tabId)
        setScan(hearFrame(scan, row.frameId, { type: 'content.gone', scan: scan.id, vrms: [vrm] }))
    },
    clear() {
      cleared = true
      if (state.tabId !== null) page.sendRequest(state.tabId, { type: 'content.clear' })
    },
    async checkPage() {
      const { tabId } = state
      if (tabId === null || state.page !== 'here') return
      const isThere = await page.isThere(tabId, 0)
      if (!isThere && state.tabId === tabId && state.page === 'here') change({ page: 'left' })
    },
    setMarks(on) {
      if (marks === on) return
      marks = on
      if (state.tabId === null) return
      if (on) draw([...state.summaries.values()])
      else page.sendRequest(state.tabId, { type: 'content.clear' })
    },
    close() {
      clearTimeout(later)
      for (const end of unsubscribe) end()
    },
  }
  return model
}

/** Batch of a tab, stored for the browser session: the panel or the background may close while it runs. */
interface KeptBatch {
  id: string
  vrms: readonly string[]
}

type Area = Pick<chrome.storage.StorageArea, 'get' | 'set' | 'remove'>
const keyOf = (tabId: number) => `batch-${tabId}`

const keepBatch = (session: Area, tabId: number, batch: KeptBatch): Promise<void> =>
  session.set({ [keyOf(tabId)]: batch })

async function keptBatch(session: Area, tabId: number): Promise<KeptBatch | null> {
  const key = keyOf(tabId)
  return ((await session.get(key))[key] as KeptBatch | undefined) ?? null
}

const forgetBatch = (session: Area, tabId: number): Promise<void> => session.remove(keyOf(tabId))
