/** Autosaved form on a page. */
export interface OpenForm {
  /** True if nothing is being saved, waits, or has to be chosen. */
  isClean(): boolean
  flush(): Promise<boolean>
  /** Stops saving: it belongs to the previous account. */
  close(): void
}

/** Forms on screen, and left forms with unsaved changes. */
export function createOpenForms() {
  const forms = new Map<string, OpenForm>()
  return {
    /**
     * Returns the form of a key: the same instance while it has unsaved changes.
     * @param key object of the form: a key always has a form of the same type
     */
    of<F extends OpenForm>(key: string, make: () => F): F {
      const known = forms.get(key)
      if (known) return known as F
      const form = make()
      forms.set(key, form)
      return form
    },
    /** Call it when the form's page is left. */
    async leave(key: string, form: OpenForm): Promise<void> {
      await form.flush()
      if (form.isClean() && forms.get(key) === form) forms.delete(key)
    },
    /** Locked: only unsaved forms stay in memory, and are saved after unlocking. */
    forgetClean() {
      for (const [key, form] of forms) if (form.isClean()) forms.delete(key)
    },
    /** Another account: unsaved changes cannot be saved any more. */
    clear() {
      for (const form of forms.values()) form.close()
      forms.clear()
    },
  }
}

export type OpenForms = ReturnType<typeof createOpenForms>
