/** Formats a date in UTC as in a letter: `21 November 2026`. */
export function formatLongDate(date: Date): string {
  // Created at first use, because it takes 8 MB.
  long ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return long.format(date)
}

let long: Intl.DateTimeFormat | undefined
