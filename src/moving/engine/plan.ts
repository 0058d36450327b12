import type { Loss } from '../items.ts'

/** Kinds of records that are counted. */
export const KINDS = [
  'organization',
  'status',
  'bucket',
  'tag',
  'label',
  'person',
  'post',
  'vote',
  'comment',
  'subscription',
  'roadmap',
  'roadmapPost',
  'changelog',
  'merge',
  'upload',
] as const
export type Kind = (typeof KINDS)[number]

const COUNTED = new Set<string>(KINDS)

/** Whether records of a type are counted. */
export const isKind = (type: string): type is Kind => COUNTED.has(type)

export const OUTCOMES = ['created', 'updated', 'unchanged', 'kept', 'skipped', 'failed'] as const
/** Outcome of a record. `kept` is one whose changed fields were changed here too. */
export type Outcome = (typeof OUTCOMES)[number]

/** Numbers of records by kind and outcome. A kind without records is absent. */
export type Counts = Partial<Record<Kind, Partial<Record<Outcome, number>>>>

/** A status, board or tag of the source, and what it becomes. */
export type PlannedValue = {
  field: 'status' | 'bucket' | 'tag'
  /** Name, or the id of one without a name. */
  value: string
  /** Number of posts with it. */
  count: number
  /** Name of what it becomes, which exists or is created. Null if it is left out. */
  becomes: string | null
  /** Whether `becomes` is a guess that must be accepted. */
  needsDecision: boolean
  /** Option that decides it, such as `--map-status 'Later, maybe=planned'`. */
  option: string | null
}

/** A decision without which a run cannot start. */
export type Decision = {
  option: string
  reason: string
  /** The value that a map decides. */
  field?: PlannedValue['field'] | undefined
  value?: string | undefined
}

/** People of the source. A person is in exactly one of them. */
export type PlannedPeople = {
  withEmail: number
  withoutEmail: number
  byName: number
  present: number
  erased: number
}

/** A post before and after. */
export type Sample = {
  externalId: string
  title: string
  status: string | null
  bucket: string | null
  tags: string[]
  createdAt: string | null
  after: { title: string; html: string; status: string; bucket: string; tags: string[]; createdAt: string }
}

/** Result of a plan. Its numbers are those of a run if nothing changes in between. */
export type Plan = {
  format: string
  /** Number of items of the source. */
  items: number
  counts: Counts
  /** Votes of posts that become counts without rows. */
  countedVotes: number
  values: PlannedValue[]
  decisions: Decision[]
  people: PlannedPeople
  /** Records whose key occurs twice in the source. */
  duplicates: number
  losses: Loss[]
  /** Number of pictures at other addresses that the run has handled. */
  pictures?: number | undefined
  samples: Sample[]
  errors: number
  /** Seconds that a run takes, as far as it can be estimated. */
  seconds: number
  /** Mapping of a plain CSV file: heading by field. */
  columns?: Readonly<Record<string, string>> | undefined
  /** Headings of a plain CSV file. */
  headings?: readonly string[] | undefined
}
