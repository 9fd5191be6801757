const grouped = new Intl.NumberFormat('en-US')

/** `1 line`, `2 lines`, `1,000 files`. */
export const counted = (count: number, one: string): string =>
  `${grouped.format(count)} ${one}${count === 1 ? '' : 's'}`
