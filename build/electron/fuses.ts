import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/**
 * Fuses of the packaged Electron, every one: an update of Electron that brings another stops the packaging until it is
 * decided here.
 */
export const FUSES: Readonly<Record<FuseV1Options, boolean>> = {
  // The native host of the extension has a Node of its own (docs/decisions/0015-the-native-host-is-a-script.md).
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // There is no snapshot of our own to load.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // No page comes from file: (electron/shell/page-session.ts).
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Bounds of WebAssembly by signals, and not by a check at each access: no protection is lost either way.
  [FuseV1Options.WasmTrapHandlers]: true,
}

/** Sets every fuse of a binary of Electron (on macOS the application), or throws if it has one that is not in `FUSES`. */
export async function setFuses(binary: string, fuses = FUSES): Promise<void> {
  await flipFuses(binary, { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...fuses })
}

/** Reads the fuses back. @returns what is not as in `FUSES` */
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
