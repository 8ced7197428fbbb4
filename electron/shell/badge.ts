import type { App, NativeImage } from 'electron'
import { inboxCountsSchema } from '#shared/bridge/inbox.ts'
import { badgeTexts } from '#shared/text/hosts.ts'
import type { Router } from '../core/bridge/router.ts'
import type { MainWindow } from './main-window.ts'

export interface BadgeDeps {
  app: Pick<App, 'setBadgeCount'>
  platform: NodeJS.Platform
  router: Pick<Router, 'subscribe'>
  window: Pick<MainWindow, 'setOverlay'>
  createFromBitmap: (pixels: Buffer, size: { width: number; height: number }) => NativeImage
}

/**
 * Shows the unread count on the application's icon: a number where the system draws one, on Windows a dot
 * with a description.
 */
export function followBadge({ app, platform, router, window, createFromBitmap }: BadgeDeps): void {
  let shown: number | null = null
  router.subscribe(({ topic, payload }) => {
    if (topic !== 'slice') return
    const { name, value } = payload as { name: string; value: unknown }
    const unread = name === 'inboxCounts' ? inboxCountsSchema.safeParse(value).data?.unread : undefined
    if (unread === undefined || unread === shown) return
    shown = unread
    if (platform !== 'win32') return void app.setBadgeCount(unread)
    const size = { width: DOT, height: DOT }
    window.setOverlay(
      unread > 0 ? createFromBitmap(dot(DOT), size) : null,
      unread > 0 ? badgeTexts.unread(unread) : '',
    )
  })
}

/** Twice the 16 points of the taskbar's overlay. */
const DOT = 32
/**
 * Blue, green, red: Windows' order. The yellow of the logo, on a white edge that separates it from any icon.
 */
const FILL = [0x3a, 0xd8, 0xff] as const
const EDGE = [0xff, 0xff, 0xff] as const

/** A disc with an edge, anti-aliased, as premultiplied pixels. */
export function dot(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  const middle = (size - 1) / 2
  const radius = size / 2 - 1
  for (let at = 0; at < size * size; at++) {
    const distance = Math.hypot((at % size) - middle, Math.floor(at / size) - middle)
    const alpha = Math.min(Math.max(radius + 0.5 - distance, 0), 1)
    const colour = distance > radius - size / 8 ? EDGE : FILL
    for (const [channel, value] of colour.entries()) pixels[at * 4 + channel] = Math.round(value * alpha)
    pixels[at * 4 + 3] = Math.round(255 * alpha)
  }
  return pixels
}
