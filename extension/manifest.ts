import { extensionText as text } from '#shared/text/extension.ts'
import { EXTENSION_KEYS, FIREFOX_ID } from '#shared/host-protocol/protocol.ts'

/** Stores that the extension is packed for. Chromium uses the package for Chrome. */
export const TARGETS = ['chrome', 'edge', 'firefox'] as const
export type Target = (typeof TARGETS)[number]

/** The pages load only files of the package, and run no code generated at run time. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * First versions with `openPopup`, a side panel that a shortcut opens, and Firefox's declaration of collected data.
 */
const MIN_CHROME = '127'
const MIN_FIREFOX = '142.0'

export const ICON_SIZES = [16, 32, 48, 128] as const
const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icons/icon-${size}.png`]))

const PERMISSIONS = ['nativeMessaging', 'contextMenus', 'activeTab', 'scripting', 'storage']

/** Manifest for one browser. It has no host permissions: the extension reads a page only where the user asks. */
export function manifest(target: Target, version: string): Record<string, unknown> {
  const firefox = target === 'firefox'
  return {
    manifest_version: 3,
    name: text.name,
    description: text.description,
    version,
    icons,
    permissions: firefox ? PERMISSIONS : [...PERMISSIONS, 'sidePanel'],
    action: { default_popup: 'popup.html', default_title: text.name, default_icon: icons },
    options_ui: { page: 'options.html', open_in_tab: true },
    commands: {
      _execute_action: {
        suggested_key: { default: EXTENSION_KEYS.lookUp },
        description: text.commands.open,
      },
      scan: { suggested_key: { default: EXTENSION_KEYS.scan }, description: text.commands.scan },
    },
    content_security_policy: { extension_pages: PAGE_POLICY },
    ...(firefox ? firefoxKeys() : chromiumKeys()),
  }
}

const chromiumKeys = () => ({
  key: PUBLIC_KEY,
  minimum_chrome_version: MIN_CHROME,
  background: { service_worker: 'background.js', type: 'module' },
  side_panel: { default_path: 'panel.html' },
})

const firefoxKeys = () => ({
  background: { scripts: ['background.js'], type: 'module' },
  sidebar_action: {
    default_panel: 'panel.html',
    default_title: text.name,
    default_icon: icons,
    open_at_install: false,
  },
  browser_specific_settings: {
    gecko: {
      id: FIREFOX_ID,
      strict_min_version: MIN_FIREFOX,
      data_collection_permissions: { required: ['none'] },
    },
  },
})

/**
 * Public half of the key that fixes the extension's id in Chrome and Edge (`CHROME_ID`). The key signs nothing: the
 * stores sign what they publish. The private half was not kept.
 */
export const PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyW4olZaVnzeEyGVLDwJNTxOoWeB3HJrAIOFk3lbrW4FT1ul75r+H2Kenixy' +
  'GUPSR0JTXESQxkXFu+zZCVpF+mA3FPktaZDeG1oeocVG/w8EdOrDJ8CKiO5YynLHrGj/FIq1NKBRJ/rWP8Spu/6AcGvxWNdlZkS4xNRHY' +
  '6uonlXajKCbd7kCuFr/4fmMilBOtCSvncIiz7P6hihXgQNUPbpq71H70eGmRDayatj0hVsvOM+NbivpTsAFlHo4hpSahJztzyIDSNYbADp' +
  'UqKlVCwkIcoowyZ3PMgd1HuF41pbzq8vJoK2/Rf2J/SUEpbu3GtA7I0ZuVUuTDPnoyhAsw2QIDAQAB'
