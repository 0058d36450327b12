import type { StatusKind, TeamRole } from '../../db/generated/tables.ts'

/** A person of the demo; `key` is what other content calls them. Days count back from the present. */
export type DemoMember = { key: string; name: string; email: string; role: TeamRole; days: number }

export type DemoCustomer = {
  key: string
  name: string
  email: string
  days: number
  labels: string[]
  fields: Record<string, string | number | boolean>
  starred?: boolean
}

export type DemoBucket = {
  slug: string
  name: string
  description: string
  private?: boolean
  requiresModeration?: boolean
}

export type DemoPost = {
  /** What roadmaps and changelogs call it. */
  key?: string
  title: string
  by: string
  status: StatusKind
  tags: string[]
  days: number
  /** Up-votes, the submitter's included. */
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
  /** Days after the post, or the comment, that it answers. */
  after: number
  html: string
  internal?: boolean
  pending?: boolean
  pinned?: boolean
  replies?: DemoComment[]
}

export type DemoRoadmap = {
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
  /** Days from the present at which it starts and ends; null has no end. */
  starts: number
  ends: number | null
  posts: { post: string; reach?: number; impact?: number; confidence?: number; effort?: number }[]
}

export type DemoChangelog = {
  title: string
  by: string
  /** Days ago; negative lies ahead. A draft has the days of its writing. */
  days: number
  state: 'published' | 'scheduled' | 'draft'
  labels: string[]
  posts: string[]
  html: string
  translations?: { locale: string; title: string; html: string; state?: 'draft' }[]
}
