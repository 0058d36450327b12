/** Words that no name contains as a part, in any inflection that has been in use. */
export const FORBIDDEN_PARTS = new Set(
  `told tell tells teller telling hear hears heard hearing sight sights lane lanes trail trails outlet outlets keeper
   keepers unasked surprise surprises surprised place places placed`.split(/\s+/),
)

/** Words and forms that no prose contains. */
export const FORBIDDEN_PROSE: RegExp[] = [
  /\b(told|tells?|telling|hear|hears|heard|hearing)\b/i,
  /\b(sights?|lanes?|trails?|outlets?|keepers?|unasked|surprises?|surprised|places?)\b/i,
  /\b(anew|meanwhile|thereof|so many|manieth|whoever|whatever|somebody|nobody)\b/i,
  /(^|[.!?] )(Of|What|Who|Whom|Whose) (?![^.]*\?)/,
  /(?<!\bthere )\b(is|are|was|were) none\b|\bof (this|that) moment\b|\bof before\b|\bwhat is existing\b/i,
]

/** Words of people that no comment says of a program. */
export const FORBIDDEN_COMMENTS: RegExp[] = [
  /(?<!\b(people|readers?|visitors?|team)\b[^.]*)\b(says?|said|knows?|knew|stands?|stood|wants?|wanted)\b/i,
]

/** Former aliases in SQL. */
export const FORMER_ALIASES = new Set(['judged'])

/** Former prefixes of constants. The new ones are MAX_, RETENTION_, RETRY_DELAY_, CACHE_TTL_, INTERVAL_ and POLL_. */
export const FORMER_CONSTANTS =
  /^(MOST(_|$)|LONGEST|DEEPEST|LARGEST|KEPT_(BYTES|CHARACTERS|DAYS)$|(AGAIN|TRUSTED|EVERY|LOOK)_MS$)/

/** What the rules would find and may stay. */
export const EXCEPTIONS: { files: RegExp; found: RegExp; reason: string }[] = [
  {
    files: /^src\/console\/(app\/shell|pages\/posts\/inbox)/,
    found: /^Outlet$/,
    reason: 'Component of TanStack Router.',
  },
  { files: /./, found: /audit trail$/i, reason: 'The term of the field for a log of actions.' },
  { files: /^src\/seed\/data\//, found: /./, reason: 'Demo data: texts of people.' },
  { files: /^openapi\/paths\//, found: /Tell|Nobody/, reason: 'Examples: texts of people.' },
  { files: /^src\/modules\/audit\//, found: /^act$/, reason: 'Column of the audit entries.' },
]
