/**
 * Where a profile's secrets live. `null` is "not there", and a locked keychain answers exactly the same: the
 * caller decides by what else it finds (architecture.md rule 10).
 */
export interface SecretStore {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
}
