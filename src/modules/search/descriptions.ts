/** Returns the description of a field `search`. `subject` names the texts that contain the words. */
export const searchDescription = (subject: string, most = 500): string =>
  `${subject}, at most ${most} characters. \`"…"\` is a phrase, \`or\` separates alternatives, ` +
  '`-` excludes a word, and the last word also matches as a prefix.'

/** Value of an order's enum, for lists with `filter.search`. */
export const RELEVANCE = {
  value: 'relevance',
  description:
    'Relevance for `filter.search`, which it requires, of up to 500 of the newest matches. Only `DESC`.',
} as const
