import type { ContentEvent, ContentRequest, FoundPlate } from '#extension/messages.ts'
import { later } from './fake-events.ts'

export interface PageScene {
  /** Plates of each frame, the page first. */
  frames?: readonly (readonly (string | FoundPlate)[])[]
  selection?: string
  /** The browser lets nobody read it. */
  unreadable?: boolean
  /** The scan goes on until it is stopped. */
  slow?: boolean
  pdfs?: number
  foreignFrames?: number
  dropped?: number
  unmarked?: number
  /** Is no longer where it was. */
  vanished?: readonly string[]
}

const found = (plate: string | FoundPlate): FoundPlate =>
  typeof plate === 'string' ? { vrm: plate, count: 1, padded: false } : plate

/** A page in a tab, and the content script in its frames. `marks` is what is drawn in it. */
export function createFakePage(scene: PageScene, emit: (frameId: number, event: ContentEvent) => void) {
  const marks = new Map<string, { sign: string; word: string }>()
  const revealed: string[] = []
  let isThere = true
  let injected = false
  let scan = ''
  const frames = scene.frames ?? [[]]

  const tell = (frameId: number, state: 'scanning' | 'done' | 'stopped') => {
    const plates = (frames[frameId] ?? []).map(found)
    emit(frameId, {
      type: 'content.found',
      scan,
      state,
      progress: state === 'scanning' ? 0.6 : 1,
      plates: state === 'scanning' ? plates.slice(0, 4) : plates,
      dropped: frameId === 0 ? (scene.dropped ?? 0) : 0,
      unmarked: frameId === 0 ? (scene.unmarked ?? 0) : 0,
      unread: {
        pdfs: frameId === 0 ? (scene.pdfs ?? 0) : 0,
        frames: frameId === 0 ? (scene.foreignFrames ?? 0) : 0,
      },
    })
  }

  return {
    marks,
    revealed,
    /** `chrome.scripting.executeScript`. */
    async execute({ files }: { files?: string[] }) {
      if (scene.unreadable || !isThere) throw new Error('Cannot access contents of the page.')
      if (files) injected = true
      return frames.map((_, frameId) => ({
        frameId,
        result: files ? undefined : frameId === 0 ? (scene.selection ?? '') : '',
      }))
    },
    /** `chrome.tabs.sendMessage`. */
    async hear(request: ContentRequest, frameId: number | undefined) {
      if (!isThere || !injected)
        throw new Error('Could not establish connection. Receiving end does not exist.')
      switch (request.type) {
        case 'content.scan':
          scan = request.scan
          later(() => {
            for (const id of frames.keys()) tell(id, scene.slow ? 'scanning' : 'done')
          })
          return
        case 'content.stop':
          later(() => {
            for (const id of frames.keys()) tell(id, 'stopped')
          })
          return
        case 'content.verdicts':
          for (const { vrm, sign, word } of request.rows) marks.set(vrm, { sign, word })
          return
        case 'content.clear':
          marks.clear()
          return
        case 'content.reveal':
          revealed.push(`${frameId ?? ''}:${request.vrm}`)
          return { revealed: !(scene.vanished ?? []).includes(request.vrm) }
        case 'content.selection':
          return { text: scene.selection ?? '' }
      }
    },
    press(vrm: string) {
      emit(0, { type: 'content.pressed', scan, vrm })
    },
    /** The tab goes to another page. */
    leave() {
      isThere = false
    },
  }
}
