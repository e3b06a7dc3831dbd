import { z } from 'zod';
import { person } from '../../entry-subjects/schema.ts';
import { DECISIONS, openReasons, reasonText } from '../decisions/schema.ts';
import { CHOOSE_APPROVED, ENTER_TEMPLATE_TITLE, approvalLimit } from '../messages.ts';
import { MISSING_PARTS } from '../publishing/publishability.ts';
import { comparedImage } from '../admin-record/image-changes.ts';

/** The columns that the queue can be sorted by. */
export const QUEUE_COLUMNS = ['submitted_at', 'title'] as const;
export const SUBMISSION_KINDS = ['first', 'change'] as const;
type SubmissionKind = (typeof SUBMISSION_KINDS)[number];
export const SUBMISSION_LABELS: Readonly<Record<SubmissionKind, string>> = {
  first: 'First submission',
  change: 'Change of a published location',
};
/** Filters of the queue by who reviews a location. */
export const REVIEWER_FILTERS = ['me', 'colleague', 'nobody'] as const;

const claim = {
  /** The reviewer; null if nobody has claimed it. */
  reviewer: person.nullable(),
  /** Time of the claim; ISO 8601. */
  claimed_at: z.string().nullable(),
};

/** A location that awaits approval. */
export const queuedLocation = z.object({
  id: z.string(),
  title: z.string(),
  nearesttown: z.string(),
  submitted_at: z.string(),
  kind: z.enum(SUBMISSION_KINDS),
  owner: person.nullable(),
  /** Steps of the wizard that are complete. */
  complete: z.number(),
  images: z.number(),
  version: z.number(),
  images_version: z.string(),
  ...claim,
});
export type QueuedLocation = z.output<typeof queuedLocation>;

/** Limit of locations that are approved with one call. */
export const MAX_APPROVALS = 100;

/** The locations to approve, each as the reviewer has seen it. */
export const approvals = z.object({
  locations: z
    .array(
      z.object({
        id: z.uuid(),
        version: z.number().int(),
        images_version: z.string().max(100),
        submitted_at: z.iso.datetime(),
      }),
    )
    .min(1, CHOOSE_APPROVED)
    .max(MAX_APPROVALS, approvalLimit(MAX_APPROVALS)),
});
export type Approval = z.output<typeof approvals>['locations'][number];

/** The outcome for a location that was to be approved. */
export const approvalResult = z.object({
  id: z.string(),
  /** Null if the caller may not see the location, or it is deleted. */
  title: z.string().nullable(),
  /** Why it is not published, as a sentence; null if it is. */
  reason: z.string().nullable(),
  /** Requirements that are missing, and were missing when it was last published. */
  published_without: z.array(z.enum(MISSING_PARTS)),
});
export type ApprovalResult = z.output<typeof approvalResult>;

/** How long reviews have taken, from submission to decision. */
export const reviewFigures = z.object({
  /** Days that the figures are about. */
  days: z.number(),
  /** Number of decisions. */
  decisions: z.number(),
  /** Seconds; null without any decision. */
  median: z.number().nullable(),
  /** 90th percentile of the time to a decision, in seconds. */
  percentile_90: z.number().nullable(),
});
export type ReviewFigures = z.output<typeof reviewFigures>;

const decision = openReasons.extend({
  id: z.number(),
  decision: z.enum(DECISIONS),
  submitted_at: z.string(),
  /** Null for the command line. */
  decided_by: person.nullable(),
});

const shownImage = comparedImage.extend({ primary: z.boolean() });

/** The data of a review page besides the record. */
export const locationReview = z.object({
  ...claim,
  complete: z.number(),
  images: z.object({ published: z.array(shownImage), now: z.array(shownImage) }),
  /** Earlier decisions, the latest first. */
  decisions: z.array(decision),
});
export type LocationReview = z.output<typeof locationReview>;

/** A text that the team uses as a reason again and again. */
export const templateForm = z.object({
  title: z.string().trim().min(1, ENTER_TEMPLATE_TITLE).max(120),
  text: reasonText,
});
export const reasonTemplate = templateForm.extend({ id: z.string(), version: z.number() });
export type ReasonTemplate = z.output<typeof reasonTemplate>;
