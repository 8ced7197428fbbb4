import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/**
 * Every fuse of the packaged Electron. If an update of Electron adds a fuse, the packaging stops until its value is
 * decided here.
 */
export const FUSES: Readonly<Record<FuseV1Options, boolean>> = {
  // The native host of the extension has its own Node (docs/decisions/0015-the-native-host-is-a-script.md).
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // We have no snapshot to load.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // No page loads from `file:` (electron/shell/page-session.ts).
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // WebAssembly checks its bounds by signals instead of a check at each access. Both protect equally.
  [FuseV1Options.WasmTrapHandlers]: true,
}

/**
 * Sets every fuse of a binary of Electron (on macOS of the application).
 * @throws if the binary has a fuse that is not in `FUSES`
 */
export async function setFuses(binary: string, fuses = FUSES): Promise<void> {
  await flipFuses(binary, { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...fuses })
}

/**
 * Reads the fuses of a binary.
 * @returns differences from `FUSES`
 */
export async function fuseProblems(binary: string): Promise<string[]> {
  const wire = (await getCurrentFuseWire(binary)) as unknown as Record<string, FuseState | string>
  const states = new Map(
    Object.entries(wire)
      .filter(([key]) => /^\d+$/.test(key))
      .map(([key, state]) => [Number(key), state]),
  )
  const problems = Object.entries(FUSES).flatMap(([key, on]) => {
    const state = states.get(Number(key))
    const name = FuseV1Options[Number(key)]
    if (state === undefined) return [`fuse ${name} is not in this Electron`]
    const wanted = on ? FuseState.ENABLE : FuseState.DISABLE
    return state === wanted ? [] : [`fuse ${name} is ${nameOf(state)}, and should be ${nameOf(wanted)}`]
  })
  const unknown = [...states.keys()].filter((key) => !(key in FUSES))
  return [...problems, ...unknown.map((key) => `fuse ${key} of this Electron is not decided`)]
}

const nameOf = (state: FuseState | string): string =>
  typeof state === 'string' ? state : (FuseState[state] ?? `${state}`)
