interface Named {
  name: string
  /** Media type, which a dropped file may lack. */
  type: string
}

export const isHeic = ({ name, type }: Named): boolean =>
  type === 'image/heic' || type === 'image/heif' || /\.hei[cf]$/i.test(name)

/** Pictures that browsers draw. */
export const isPicture = (file: Named): boolean =>
  file.type === 'image/jpeg' ||
  file.type === 'image/png' ||
  (file.type === '' && /\.(jpe?g|png)$/i.test(file.name))

export const isPdf = ({ name, type }: Named): boolean =>
  type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))
