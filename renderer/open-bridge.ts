import type { ShellApi } from '#shared/bridge/ipc.ts'
import { createWebBridge, type Bridge } from './bridge.ts'

/**
 * Opens the bridge of the desktop window if its preload has left one in the page; otherwise, of a browser to its host.
 * The desktop window loads its bridge from the disk: a browser does not download it.
 * @param path of the web host's socket for this page
 */
export async function openBridge(path: string): Promise<{ bridge: Bridge; isInShell: boolean }> {
  const shell = (globalThis as { ventanilla?: ShellApi }).ventanilla
  if (shell) {
    const { createIpcBridge } = await import('./bridge-ipc.ts')
    return { bridge: createIpcBridge(shell), isInShell: true }
  }
  const webSocketUrl = new URL(path, location.href)
  webSocketUrl.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return {
    bridge: createWebBridge({ webSocketUrl: webSocketUrl.href, origin: location.origin }),
    isInShell: false,
  }
}
