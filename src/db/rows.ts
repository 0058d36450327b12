import type { Selectable } from 'kysely'
import type * as tables from './generated/tables.ts'

/** Rows as statements return them. */
export type Account = Selectable<tables.Account>
export type ApiKey = Selectable<tables.ApiKey>
export type AuditEntry = Selectable<tables.AuditEntry>
export type Bucket = Selectable<tables.Bucket>
export type Changelog = Selectable<tables.Changelog>
export type ChangelogLabel = Selectable<tables.ChangelogLabel>
export type Comment = Selectable<tables.Comment>
export type Delivery = Selectable<tables.Delivery>
export type DeliveryAttempt = Selectable<tables.DeliveryAttempt>
export type Event = Selectable<tables.Event>
export type EventOrder = Selectable<tables.EventOrder>
export type ImportRun = Selectable<tables.ImportRun>
export type Invitation = Selectable<tables.Invitation>
export type Mail = Selectable<tables.Mail>
export type MailSuppression = Selectable<tables.MailSuppression>
export type NotificationTopic = Selectable<tables.NotificationTopic>
export type OAuthApp = Selectable<tables.OAuthApp>
export type OAuthCode = Selectable<tables.OAuthCode>
export type OAuthInstall = Selectable<tables.OAuthInstall>
export type Organization = Selectable<tables.Organization>
export type Post = Selectable<tables.Post>
export type PostMerge = Selectable<tables.PostMerge>
export type PostSubscriber = Selectable<tables.PostSubscriber>
export type Roadmap = Selectable<tables.Roadmap>
export type RoadmapPost = Selectable<tables.RoadmapPost>
export type Session = Selectable<tables.Session>
export type SignInProvider = Selectable<tables.SignInProvider>
export type Status = Selectable<tables.Status>
export type Tag = Selectable<tables.Tag>
export type Upload = Selectable<tables.Upload>
export type User = Selectable<tables.User>
export type Vote = Selectable<tables.Vote>
export type Webhook = Selectable<tables.Webhook>
