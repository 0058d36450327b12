import type { StatusKind, TeamRole } from '../../db/generated/tables.ts'
import { readData } from '../read-data.ts'

/**
 * A person of the demo. Other content refers to them by `key`. `days` is the number of days before the
 * present.
 */
type DemoMember = { key: string; name: string; email: string; role: TeamRole; days: number }

type DemoCustomer = {
  key: string
  name: string
  email: string
  days: number
  labels: string[]
  fields: Record<string, string | number | boolean>
  starred?: boolean
}

type DemoBucket = {
  slug: string
  name: string
  description: string
  private?: boolean
  requiresModeration?: boolean
}

export type DemoPost = {
  /** Key by which roadmaps and changelogs refer to the post. */
  key?: string
  title: string
  by: string
  status: StatusKind
  tags: string[]
  days: number
  /** Number of up-votes, including the submitter's. */
  votes: number
  downvotes?: number
  html: string
  pinned?: boolean
  hidden?: boolean
  pending?: boolean
  comments?: DemoComment[]
}

export type DemoComment = {
  by: string
  /** Number of days after the post or comment that it replies to. */
  after: number
  html: string
  internal?: boolean
  pending?: boolean
  pinned?: boolean
  replies?: DemoComment[]
}

type DemoRoadmap = {
  title: string
  description: string
  isPublic: boolean
  status: 'backlog' | 'planned' | 'in_progress' | 'completed'
  mode: 'kanban' | 'list' | 'timeline'
  scoreType: 'none' | 'votes' | 'rice' | 'ice'
  kanbanViewGroup: 'status' | 'month' | 'quarter'
  icon: string
  by: string
  days: number
  /** Start and end in days from the present. Null means no end. */
  starts: number
  ends: number | null
  posts: { post: string; reach?: number; impact?: number; confidence?: number; effort?: number }[]
}

export type DemoChangelog = {
  title: string
  by: string
  /**
   * Number of days before the present. Negative values are in the future. For a draft, days since it was
   * written.
   */
  days: number
  state: 'published' | 'scheduled' | 'draft'
  labels: string[]
  posts: string[]
  html: string
  translations?: { locale: string; title: string; html: string; state?: 'draft' }[]
}

type DemoOrganization = {
  slug: string
  name: string
  description: string
  homePage: string
  colorPrimary: string
  colorPrimaryLight: string
  colorPrimaryDark: string
  formDescription: string
  submitButtonText: string
  /** Days since the organization was created. */
  days: number
}

type Colored = { name: string; color: string }

/**
 * A fictional vendor of a note and planning app. The first bucket is the one that every new organization has.
 */
export const { organization, buckets, tags, labels } = readData<{
  organization: DemoOrganization
  buckets: DemoBucket[]
  tags: Colored[]
  labels: Colored[]
}>('organization')

/** The team and its customers. The first member is the admin whose credentials are shown. */
export const { members, customers } = readData<{ members: DemoMember[]; customers: DemoCustomer[] }>('people')

/** Posts by the slug of their bucket. */
export const posts: Record<string, DemoPost[]> = Object.fromEntries(
  buckets.map(({ slug }) => [slug, readData<DemoPost[]>(`posts-${slug}`)]),
)

export const roadmaps = readData<DemoRoadmap[]>('roadmaps')

export const changelogs = readData<DemoChangelog[]>('changelogs')
