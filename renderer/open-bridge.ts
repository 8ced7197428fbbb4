import { createWebBridge, type Bridge } from './bridge.ts'
import { createIpcBridge, shellApi } from './bridge-ipc.ts'

/**
 * Opens the bridge of the desktop window if its preload has left one in the page; otherwise, of a browser to its host.
 * @param path of the web host's socket for this page
 */
export function openBridge(path: string): { bridge: Bridge; isInShell: boolean } {
  const shell = shellApi()
  if (shell) return { bridge: createIpcBridge(shell), isInShell: true }
  const webSocketUrl = new URL(path, location.href)
  webSocketUrl.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return {
    bridge: createWebBridge({ webSocketUrl: webSocketUrl.href, origin: location.origin }),
    isInShell: false,
  }
}
