import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { ExtensionState, HostBrowser } from '#shared/bridge/extension.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import type { Browser } from '#shared/host-protocol/protocol.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const DONE = ok({})
const GONE: Result<unknown> = { ok: false, error: appError('not-found') }

/**
 * Answers about the browser extension, in memory. What the extension does is pushed by the tests. `null`: another
 * command.
 */
export function answerExtension(
  bridge: FakeBridge,
  name: CommandName,
  args: unknown,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  const { extension } = scene.slices
  const set = (change: Partial<ExtensionState>) => bridge.setSlice('extension', { ...extension, ...change })
  const without = (id: string) => extension.waiting.filter((one) => one.id !== id)
  const withHost = (browser: Browser, host: HostBrowser['host']) => {
    scene.browsers = (scene.browsers ?? []).map((row) => (row.browser === browser ? { ...row, host } : row))
    return ok({ rows: scene.browsers })
  }
  switch (name) {
    case 'extension.approve': {
      const { id } = args as CommandArgs<'extension.approve'>
      const request = extension.waiting.find((one) => one.id === id)
      if (!request) return GONE
      const { browser } = request
      const approved = { id, browser, approvedAt: now, lastSeenAt: now, connected: true }
      set({ waiting: without(id), approved: [...extension.approved, approved] })
      return DONE
    }
    case 'extension.refuse': {
      const { id } = args as CommandArgs<'extension.refuse'>
      if (!extension.waiting.some((one) => one.id === id)) return GONE
      set({ waiting: without(id) })
      return DONE
    }
    case 'extension.revoke': {
      const { id } = args as CommandArgs<'extension.revoke'>
      if (!extension.approved.some((one) => one.id === id)) return GONE
      set({ approved: extension.approved.filter((one) => one.id !== id) })
      return DONE
    }
    case 'extension.browsers':
      return ok({ rows: scene.browsers ?? [] })
    case 'extension.install':
      return withHost((args as CommandArgs<'extension.install'>).browser, 'installed')
    case 'extension.uninstall':
      return withHost((args as CommandArgs<'extension.uninstall'>).browser, 'missing')
    default:
      return null
  }
}
