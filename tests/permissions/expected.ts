import { type Scope, can, getPermissions } from '../../src/features/accounts/permissions.ts';
import type { Access, Permission } from '../../src/platform/http/contract.ts';
import { type CallerName, getRole } from './people.ts';

/**
 * The permission that every call requires; the status for each caller follows from the permissions of the roles. Calls and rows must
 * match one to one. A board belongs to the first scout, or with #private to the Locations Team; with #editable, it is shared to edit with
 * the second scout and the second owner. A location belongs to the first owner
 * and is a draft that was never published, in the area of the first film office; #waiting is awaiting approval, #online is published with
 * changes, and #changed has a newer version than the caller expects. An enquiry is about this location. The last column is the status for
 * permitted callers, if not 200, with exceptions per caller: dates are no content, and change while it is awaiting approval.
 */
const CALLS = `
GET    /health                                         public
GET    /ready                                          public
GET    /site                                           public
GET    /menu                                           public
GET    /footer                                         public
GET    /pages/{name}                                   public
GET    /locations                                      public
GET    /locations/markers                              public
GET    /locations/suggestions                          public
GET    /locations/places                               public
GET    /locations/featured                             public
GET    /locations/counts                               public
GET    /locations/fields                               public
GET    /heading-words                                  public
GET    /locations/by-url/{locationurl}                 public
GET    /locations/{id}/similar                         public
GET    /locations/{id}/consent-areas                   public
GET    /locations/{id}/availability                    public
POST   /locations/conflicts                            public
GET    /locations/{id}/filmed-here                     public
GET    /filmed-here                                    public
GET    /filmed-here/points                             public

POST   /admin/locations/search                         location.administer
POST   /admin/locations/export                         location.administer

GET    /user/locations                                 location.own
GET    /user/location-draft                            location.own
GET    /user/productions                               location.own
PUT    /user/location-draft                            location.own
POST   /locations                                      location.own            201
GET    /locations/geocode                              location.edit
GET    /locations/{id}                                 location.view
PUT    /locations/{id}                                 location.edit
PUT    /locations/{id}/draft                           location.own
GET    /locations/{id}/production-facts                location.view
PUT    /locations/{id}/production-facts                location.edit
GET    /locations/{id}/unavailable-dates               location.view
POST   /locations/{id}/unavailable-dates               location.edit
PUT    /locations/{id}/unavailable-dates/{entryId}     location.edit
DELETE /locations/{id}/unavailable-dates/{entryId}     location.edit
GET    /locations/{id}/preview                         location.view
GET    /locations/{id}/exact-consent-areas             location.view
POST   /locations/{id}/contacts                        location.edit           201
GET    /locations/{id}/contacts/{contactId}            location.view
PUT    /locations/{id}/contacts/{contactId}            location.edit
DELETE /locations/{id}/contacts/{contactId}            location.edit
POST   /locations/{id}/publish                         location.publish
POST   /locations/{id}/unpublish                       location.publish        409
PUT    /locations/{id}/status                          location.publish        409
DELETE /locations/{id}                                 location.delete

GET    /locations/{id}#waiting                         location.view
PUT    /locations/{id}#waiting                         location.edit
PUT    /locations/{id}/draft#waiting                   location.own
PUT    /locations/{id}/production-facts#waiting        location.edit
POST   /locations/{id}/unavailable-dates#waiting       location.edit           200  ownerA:200
PUT    /locations/{id}/unavailable-dates/{entryId}#waiting location.edit           200  ownerA:200
DELETE /locations/{id}/unavailable-dates/{entryId}#waiting location.edit           200  ownerA:200
GET    /locations/{id}/preview#waiting                 location.view
POST   /locations/{id}/contacts#waiting                location.edit           201
PUT    /locations/{id}/contacts/{contactId}#waiting    location.edit
DELETE /locations/{id}/contacts/{contactId}#waiting    location.edit
POST   /locations/{id}/publish#waiting                 location.publish
POST   /locations/{id}/unpublish#waiting               location.publish        409
POST   /locations/{id}/images#waiting                  location.edit           201
PUT    /locations/{id}/images/{imageId}#waiting        location.edit
DELETE /locations/{id}/images/{imageId}#waiting        location.edit
DELETE /locations/{id}/images#waiting                  location.edit
PUT    /locations/{id}/uploads/{uploadId}#waiting      upload.send
DELETE /locations/{id}/uploads/{uploadId}#waiting      location.edit           204
PUT    /locations/{id}/status#waiting                  location.publish
DELETE /locations/{id}#waiting                         location.delete
PUT    /locations/{id}#online                          location.edit
POST   /locations/{id}/publish#online                  location.publish
POST   /locations/{id}/unpublish#online                location.publish
DELETE /locations/{id}#online                          location.delete
POST   /locations/{id}/publish#changed                 location.publish        409
DELETE /locations/{id}#changed                         location.delete         409
GET    /admin/locations/{id}                           location.administer
GET    /admin/locations/{id}/revisions                 location.administer
GET    /admin/locations/{id}/revisions/{number}        location.administer
POST   /admin/locations/{id}/revisions/{number}/restore  location.administer
GET    /locations/{id}/images                          location.view
POST   /locations/{id}/images                          location.edit           201
PUT    /locations/{id}/images/{imageId}                location.edit
DELETE /locations/{id}/images/{imageId}                location.edit
DELETE /locations/{id}/images                          location.edit
GET    /locations/{id}/uploads/{uploadId}              location.view
PUT    /locations/{id}/uploads/{uploadId}              upload.send
DELETE /locations/{id}/uploads/{uploadId}              location.edit           204
GET    /locations/{id}/owners                          location.administer
GET    /locations/{id}/owner-candidates                location.change-owner
PUT    /locations/{id}/owner                           location.change-owner
PUT    /locations/{id}/owner#waiting                   location.change-owner
POST   /admin/locations/export-selection               location.administer
POST   /admin/bulk-changes                             location.change-many    201
GET    /admin/bulk-changes                             location.change-many
GET    /admin/bulk-changes/owner-candidates            location.change-many
GET    /admin/bulk-changes/{id}                        location.change-many
GET    /admin/bulk-changes/{id}/locations              location.change-many
GET    /admin/bulk-changes/{id}/export                 location.change-many
POST   /admin/bulk-changes/{id}/start                  location.change-many
POST   /admin/bulk-changes/{id}/cancel                 location.change-many    409
POST   /admin/bulk-changes/{id}/undo                   location.change-many    409
DELETE /admin/bulk-changes/{id}                        location.change-many    204
POST   /admin/imports                                  location.import         201
GET    /admin/imports                                  location.import
GET    /admin/imports/template                         location.import
GET    /admin/imports/{id}                             location.import
GET    /admin/imports/{id}/rows                        location.import
GET    /admin/imports/{id}/export                      location.import
POST   /admin/imports/{id}/rows                        location.import
POST   /admin/imports/{id}/sheet                       location.import
POST   /admin/imports/{id}/check                       location.import
POST   /admin/imports/{id}/reopen                      location.import
POST   /admin/imports/{id}/apply                       location.import
DELETE /admin/imports/{id}                             location.import         204
GET    /admin/reviews                                  location.review
GET    /admin/reviews/figures                          location.review
GET    /admin/reviews/{id}                             location.review
POST   /admin/reviews/approvals                        location.publish
POST   /locations/{id}/claim                           location.review         409
POST   /locations/{id}/claim#waiting                   location.review         204
DELETE /locations/{id}/claim                           location.review         204
DELETE /locations/{id}/claim#waiting                   location.review         204
GET    /admin/duplicates                               location.merge
GET    /admin/duplicates/{a}/{b}                       location.merge
POST   /admin/duplicates/{a}/{b}/dismiss               location.merge
POST   /admin/duplicates/{a}/{b}/restore               location.merge          409
POST   /locations/{id}/merge                           location.merge          409
POST   /locations/{id}/merge#waiting                   location.merge          409
POST   /locations/similar                              location.edit
GET    /reason-templates                               location.review
POST   /reason-templates                               reason-template.edit
PUT    /reason-templates/{id}                          reason-template.edit
DELETE /reason-templates/{id}                          reason-template.edit
GET    /locations/{id}/tasks                           location.ask-owner
POST   /locations/{id}/tasks                           location.ask-owner
POST   /locations/{id}/tasks#waiting                   location.ask-owner      409
DELETE /locations/{id}/tasks/{taskId}                  location.ask-owner
DELETE /locations/{id}/tasks/{taskId}#waiting          location.ask-owner
POST   /locations/{id}/tasks/{taskId}/done             location.own
POST   /locations/{id}/tasks/{taskId}/done#waiting     location.own
GET    /locations/{id}/documents                       document.manage
POST   /locations/{id}/documents                       document.manage         201
GET    /locations/{id}/documents/{documentId}          document.manage
DELETE /locations/{id}/documents/{documentId}          document.manage
POST   /locations/{id}/documents#waiting               document.manage         201
DELETE /locations/{id}/documents/{documentId}#waiting  document.manage

GET    /verification/challenge                         public
POST   /enquire                                        public
POST   /enquiry-files                                  public                  415
GET    /user/enquiries                                 unverified
POST   /enquiry-thread                                 public
POST   /enquiry-thread/messages                        public
POST   /enquiry-thread/files/{fileId}                  public
GET    /enquiries                                      enquiry.view
GET    /enquiries/export                               enquiry.view
GET    /enquiries/new                                  enquiry.view
GET    /enquiries/assignees                            enquiry.view
GET    /enquiries/areas                                enquiry.view
GET    /enquiries/{id}                                 enquiry.view
PUT    /enquiries/{id}                                 enquiry.answer
POST   /enquiries/{id}/notes                           enquiry.answer
POST   /enquiries/{id}/messages                        enquiry.answer
POST   /enquiries/{id}/participants                    enquiry.answer
GET    /enquiries/{id}/recipients                      enquiry.view
GET    /enquiries/{id}/files/{fileId}                  enquiry.view
GET    /enquiry-templates                              enquiry.answer
POST   /enquiry-templates                              enquiry.edit-templates
PUT    /enquiry-templates/{id}                         enquiry.edit-templates
DELETE /enquiry-templates/{id}                         enquiry.edit-templates

GET    /companies                                      company.manage
GET    /companies/export                               company.manage
GET    /companies/suggestions                          company.manage
GET    /companies/{id}                                 company.manage
POST   /companies                                      company.manage          201
PUT    /companies/{id}                                 company.manage
DELETE /companies/{id}                                 company.manage
GET    /companies/{id}/duplicates                      company.manage
PUT    /companies/{id}/duplicates/{otherId}            company.manage
POST   /companies/{id}/merge                           company.manage
GET    /companies/{id}/revisions                       company.manage
GET    /companies/{id}/revisions/{number}              company.manage
POST   /companies/{id}/revisions/{number}/restore      company.manage
GET    /people                                         company.manage
GET    /people/export                                  company.manage
GET    /people/suggestions                             company.manage
GET    /people/{id}                                    company.manage
POST   /people                                         company.manage          201
PUT    /people/{id}                                    company.manage
DELETE /people/{id}                                    company.manage
GET    /people/{id}/duplicates                         company.manage
PUT    /people/{id}/duplicates/{otherId}               company.manage
POST   /people/{id}/merge                              company.manage
GET    /people/{id}/revisions                          company.manage
GET    /people/{id}/revisions/{number}                 company.manage
POST   /people/{id}/revisions/{number}/restore         company.manage
GET    /productions                                    production.view
GET    /productions/export                             production.view
GET    /productions/diary                              production.view
GET    /productions/diary/export                       production.view
GET    /productions/{id}                               production.view
GET    /productions/{id}/timeline                      production.view
POST   /productions/{id}/timeline/{entryId}/restore    production.edit
GET    /enquiries/{id}/production                      production.view
POST   /productions                                    production.edit         201
POST   /productions/{id}/duplicate                     production.edit         201
POST   /productions/changes                            production.edit
PUT    /productions/{id}                               production.edit
PUT    /productions/{id}/contacts                      production.edit
POST   /productions/{id}/notes                         production.edit
PUT    /productions/{id}/locations/{locationId}        production.edit
DELETE /productions/{id}/locations/{locationId}        production.edit
PUT    /productions/{id}/enquiries/{enquiryId}         production.edit
DELETE /productions/{id}/enquiries/{enquiryId}         production.edit
GET    /productions/{id}/answers                       production.view
POST   /productions/{id}/boards                        board.private
DELETE /productions/{id}/boards/{boardId}              board.private
POST   /productions/{id}/boards/{boardId}/sendings     board.private
DELETE /productions/{id}                               production.delete
GET    /productions/{id}/viewings                      production.view
POST   /productions/{id}/viewings                      production.edit
PUT    /productions/{id}/viewings/{viewingId}          production.edit
POST   /productions/{id}/viewings/{viewingId}/ask      production.edit
POST   /productions/{id}/viewings/{viewingId}/send     production.edit
POST   /productions/{id}/viewings/{viewingId}/cancel   production.edit
POST   /productions/{id}/viewings/{viewingId}/stops    production.edit
PUT    /productions/{id}/viewings/{viewingId}/stops/{stopId} production.edit
GET    /productions/{id}/viewings/{viewingId}/stops/{stopId}/contacts production.edit
PUT    /productions/{id}/viewings/{viewingId}/stops/{stopId}/contact production.edit
POST   /productions/{id}/viewings/{viewingId}/stops/{stopId}/answer production.edit
POST   /productions/{id}/viewings/{viewingId}/stops/{stopId}/cancel production.edit
POST   /viewing-request                                public
POST   /viewing-request/answer                         public
POST   /viewing-itinerary                              public
GET    /productions/{id}/call-outs                     production.view
POST   /productions/{id}/call-outs                     production.edit
PUT    /productions/{id}/call-outs/{callOutId}         production.edit
DELETE /productions/{id}/call-outs/{callOutId}         production.edit
GET    /productions/{id}/call-outs/{callOutId}/audience production.edit
POST   /productions/{id}/call-outs/{callOutId}/send    production.edit         200  film_officeA:409
POST   /productions/{id}/call-outs/{callOutId}/close   production.edit
PUT    /productions/{id}/call-outs/{callOutId}/wanted  board.private
POST   /productions/{id}/call-outs/{callOutId}/answers/{answerId}/offer board.private
POST   /productions/{id}/call-outs/{callOutId}/answers/{answerId}/location location.change-owner
POST   /call-out                                       public
POST   /call-out/answer                                public
POST   /call-out/places                                public
POST   /call-out/photographs                           public
POST   /call-out-photographs/{photographId}            public
POST   /call-out/photographs/delete                    public
POST   /call-out/stop                                  public
GET    /call-out-emails                                location.own
PUT    /call-out-emails                                location.own
GET    /wanted                                         public
GET    /productions/{id}/impact                        production.view
PUT    /productions/{id}/impact                        production.edit
POST   /productions/{id}/impact/estimates              production.edit
PUT    /productions/{id}/survey                        production.edit
DELETE /productions/{id}/survey                        production.edit
POST   /wrap-survey                                    public
POST   /wrap-survey/answer                             public
GET    /impact                                         production.view
GET    /impact/export                                  production.view
GET    /impact/report                                  production.view
GET    /published-impact                               public
GET    /published-impact/csv                           public
GET    /impact/preview                                 impact.publish
POST   /impact/publish                                 impact.publish
POST   /impact/unpublish                               impact.publish
GET    /impact-formulas                                production.view
POST   /impact-formulas                                impact.edit-formulas
POST   /impact-formulas/{id}/retire                    impact.edit-formulas

GET    /search-synonyms                                search.edit-terms
GET    /search-synonyms/{id}                           search.edit-terms
POST   /search-synonyms                                search.edit-terms       201
PUT    /search-synonyms/{id}                           search.edit-terms
DELETE /search-synonyms/{id}                           search.edit-terms
PUT    /search-thesaurus                               search.edit-terms
POST   /search-synonyms/preview                        search.edit-terms
GET    /search-pins                                    search.edit-terms
GET    /search-pins/of-query                           search.edit-terms
POST   /search-pins                                    search.edit-terms
PUT    /search-pins/{id}                               search.edit-terms
DELETE /search-pins/{id}                               search.edit-terms

GET    /api-tokens                                     api-token.manage
POST   /api-tokens                                     api-token.manage
DELETE /api-tokens/{id}                                api-token.manage

GET    /session                                        public
POST   /login                                          public
POST   /login/single-sign-on/begin                     public                  404
POST   /login/single-sign-on                           public                  404
POST   /session/confirm/single-sign-on                 unverified              404
GET    /single-sign-on                                 unverified
POST   /login/code                                     public                  422
POST   /login/passkey/begin                            public
POST   /login/passkey                                  public                  422
POST   /logout                                         unverified
POST   /session/confirm                                unverified
POST   /session/confirm/code                           unverified              422
POST   /session/confirm/passkey/begin                  unverified
POST   /session/confirm/passkey                        unverified              422
GET    /user/sessions                                  unverified
DELETE /user/sessions/{id}                             unverified              404 scoutA:200
DELETE /user/sessions                                  unverified
PUT    /user/password                                  unverified
POST   /register                                       public
POST   /forgot-password                                public
POST   /reset-password/validate                        public
POST   /reset-password                                 public
POST   /verify-email                                   public
POST   /resend-verification                            unverified              409 unverified:200
GET    /profile                                        unverified
PUT    /profile                                        unverified
GET    /profile/data-summary                           unverified
POST   /profile/delete                                 unverified              422
GET    /profile/data-export                            account.export
POST   /profile/data-exports                           account.export
POST   /profile/data-exports/{id}/download             account.export          404
GET    /data-exports/{id}                              public                  404
GET    /second-factors                                 unverified
POST   /second-factors/authenticator                   unverified
POST   /second-factors/authenticator/confirm           unverified              422
DELETE /second-factors/authenticator                   unverified              404
POST   /second-factors/passkeys/begin                  unverified
POST   /second-factors/passkeys                        unverified              422
DELETE /second-factors/passkeys/{id}                   unverified              404
POST   /second-factors/recovery-codes                  unverified              409
GET    /users                                          user.view
GET    /users/export                                   user.view
POST   /users                                          user.invite             201
GET    /users/film-offices                             user.view
GET    /users/{id}                                     user.view
PUT    /users/{id}                                     user.edit
GET    /users/deletions                                user.delete
GET    /users/{id}/data-summary                        user.delete
GET    /users/{id}/locations                           user.view
GET    /users/{id}/locations/export                    user.view
DELETE /users/{id}                                     user.delete
DELETE /users/{id}/second-factors                      user.edit
DELETE /users/{id}/single-sign-on                      user.edit               409
DELETE /users/{id}/sessions                            user.edit

GET    /overview                                       overview.view
GET    /overview/map                                   overview.view
GET    /overview/{name}/export                         overview.view
GET    /notifications                                  notification.view
GET    /notifications/export                           notification.view
GET    /notifications/unread                           notification.view
POST   /notifications/{id}/toggle-read                 notification.view
GET    /lists/{list}/views                             list-view.own
POST   /lists/{list}/views                             list-view.own
PUT    /lists/{list}/default-view                      list-view.own
PUT    /list-views/{id}                                list-view.own         200 film_officeA:403 film_officeB:403
DELETE /list-views/{id}                                list-view.own         200 film_officeA:403 film_officeB:403
GET    /audit-logs                                     audit-log.view
GET    /audit-logs/export                              audit-log.view

GET    /content                                        content.edit
GET    /content/export                                 content.edit
POST   /content/pages                                  content.edit            201
GET    /content/pages/{name}                           content.edit
PUT    /content/pages/{name}                           content.edit
POST   /content/pages/{name}/publish                   content.edit
DELETE /content/pages/{name}/draft                     content.edit            204
DELETE /content/pages/{name}                           content.edit            204
GET    /content/pages/{name}/preview                   content.edit
GET    /content/menu                                   content.edit
PUT    /content/menu                                   content.edit
POST   /content/menu/publish                           content.edit            409
DELETE /content/menu/draft                             content.edit            204
GET    /content/footer                                 content.edit
PUT    /content/footer                                 content.edit
POST   /content/footer/publish                         content.edit            409
DELETE /content/footer/draft                           content.edit            204
GET    /content/revisions/{name}                       content.edit
GET    /content/revisions/{name}/{number}              content.edit
POST   /content/revisions/{name}/{number}/restore      content.edit
GET    /content/pictures                               content.edit
POST   /content/pictures                               content.edit            201
GET    /content/pictures/{id}                          content.edit            404
GET    /maintenance                                    maintenance.switch
PUT    /maintenance                                    maintenance.switch
GET    /options                                        option.edit
GET    /options/export                                 option.edit
POST   /options                                        option.edit
PUT    /options                                        option.edit             409
GET    /options/{id}/use                               option.edit
PUT    /options/{id}                                   option.edit
DELETE /options/{id}                                   option.edit
GET    /film-office-areas                              option.edit
PUT    /options/{id}/areas                             option.edit
GET    /operations/mails                               operations.manage
GET    /operations/mails/export                        operations.manage
POST   /operations/mails/retry                         operations.manage
POST   /operations/mails/{id}/retry                    operations.manage       204
DELETE /operations/mails/{id}                          operations.manage       204
GET    /operations/backup                              operations.manage
GET    /operations/jobs                                operations.manage
GET    /operations/jobs/export                         operations.manage
POST   /operations/jobs/{queue}/{id}/retry             operations.manage       404

GET    /user/board-locations                           board.own
GET    /user/boards                                    board.own
GET    /user/scripts                                   board.own
GET    /user/archived-boards                           board.own
GET    /user/private-boards                            board.private
GET    /user/shared-boards                             board.own
GET    /users/{id}/boards                              board.administer
GET    /users/{id}/boards/{boardId}                    board.administer
GET    /users/{id}/boards/export                       board.administer
POST   /boards                                         board.own               201
POST   /boards/private                                 board.private           201
GET    /boards/{id}                                    board.view
GET    /boards/{id}/events                             board.view
GET    /boards/{id}/export                             board.export
GET    /boards/{id}/look-books                         board.export
POST   /boards/{id}/look-books                         board.export
POST   /boards/{id}/look-books/preview                 board.export
GET    /user/look-book-logo                            board.export
PUT    /user/look-book-logo                            board.export            415
DELETE /user/look-book-logo                            board.export            204
DELETE /look-books/{id}                                board.export            404
POST   /look-books/{id}/download                       board.export            404
GET    /look-books/{id}/file                           public                  404
PUT    /boards/{id}                                    board.edit
DELETE /boards/{id}                                    board.delete            204
POST   /boards/{id}/archive                            board.archive
POST   /boards/{id}/duplicate                          board.duplicate         201
GET    /boards/{id}/candidates                         board.edit
POST   /boards/{id}/locations                          board.edit              201
GET    /boards/{id}/locations/{locationId}             board.view
PUT    /boards/{id}/locations/{locationId}             board.edit
DELETE /boards/{id}/locations/{locationId}             board.edit
PUT    /boards/{id}/locations                          board.edit
GET    /boards/{id}/script                             board.edit
PUT    /boards/{id}/script                             board.edit
DELETE /boards/{id}/script                             board.edit              204
GET    /boards/{id}/sections                           board.view
POST   /boards/{id}/sections                           board.edit
PUT    /boards/{id}/sections/{sectionId}               board.edit
DELETE /boards/{id}/sections/{sectionId}               board.edit
POST   /boards/{id}/locations/{locationId}/photographs board.edit
PUT    /boards/{id}/photographs/{photographId}         board.edit
DELETE /boards/{id}/photographs/{photographId}         board.edit              204
POST   /boards/{id}/locations/{locationId}/files       board.edit
GET    /boards/{id}/files/{fileId}                     board.view
DELETE /boards/{id}/files/{fileId}                     board.edit              204
GET    /boards/{id}/shares                             board.share
POST   /boards/{id}/shares                             board.share
PUT    /boards/{id}/shares/{shareId}                   board.share
DELETE /boards/{id}/shares/{shareId}                   board.share             204
POST   /boards/{id}/link                               board.link
DELETE /boards/{id}/link                               board.link              204
GET    /boards/public/{link}                           public
GET    /boards/public/{link}/export                    public
GET    /boards/{id}/guest-links                        board.link
POST   /boards/{id}/guest-links                        board.link
PUT    /boards/{id}/guest-links/{linkId}               board.link
DELETE /boards/{id}/guest-links/{linkId}               board.link              204
DELETE /boards/{id}/guests/{guestId}                   board.link              204
GET    /boards/{id}/answers                            board.link
GET    /boards/{id}/answers/tallies                    board.link
GET    /guest-boards/{secret}                          public
GET    /guest-boards/{secret}/export                   public
GET    /guest-boards/{secret}/look-book                public
GET    /guest-boards/{secret}/photographs              public
POST   /guest-boards/{secret}/password                 public
POST   /guest-boards/{secret}/guests                   public
PUT    /guest-boards/{secret}/answers                  public                  403
GET    /shared-boards/{id}                             public
GET    /shared-boards/{id}/export                      public                  404
GET    /shared-boards/{id}/files/{fileId}              public                  404
POST   /shared-boards/{id}/invitation                  public
POST   /shared-boards/{id}/readers                     public
POST   /shared-boards/{id}/invitations                 public

GET    /boards/{id}#private                            board.view
GET    /boards/{id}/events#private                     board.view
GET    /boards/{id}/export#private                     board.export
GET    /boards/{id}/look-books#private                 board.export
POST   /boards/{id}/look-books#private                 board.export
POST   /boards/{id}/look-books/preview#private         board.export
PUT    /boards/{id}#private                            board.edit
DELETE /boards/{id}#private                            board.delete            204
POST   /boards/{id}/archive#private                    board.archive
POST   /boards/{id}/duplicate#private                  board.duplicate         201
POST   /boards/{id}/locations#private                  board.edit              201
GET    /boards/{id}/locations/{locationId}#private     board.view
POST   /boards/{id}/shares#private                     board.share
GET    /boards/{id}/candidates#private                 board.edit
PUT    /boards/{id}/locations/{locationId}#private     board.edit
DELETE /boards/{id}/locations/{locationId}#private     board.edit
PUT    /boards/{id}/locations#private                  board.edit
GET    /boards/{id}/script#private                     board.edit
PUT    /boards/{id}/script#private                     board.edit
DELETE /boards/{id}/script#private                     board.edit              204
GET    /boards/{id}/sections#private                   board.view
POST   /boards/{id}/sections#private                   board.edit
PUT    /boards/{id}/sections/{sectionId}#private       board.edit
DELETE /boards/{id}/sections/{sectionId}#private       board.edit
POST   /boards/{id}/locations/{locationId}/photographs#private board.edit
PUT    /boards/{id}/photographs/{photographId}#private board.edit              404
DELETE /boards/{id}/photographs/{photographId}#private board.edit              404
POST   /boards/{id}/locations/{locationId}/files#private board.edit
GET    /boards/{id}/files/{fileId}#private             board.view              404
DELETE /boards/{id}/files/{fileId}#private             board.edit              404
GET    /boards/{id}/shares#private                     board.share
PUT    /boards/{id}/shares/{shareId}#private           board.share             404
DELETE /boards/{id}/shares/{shareId}#private           board.share             404
POST   /boards/{id}/link#private                       board.link              409
DELETE /boards/{id}/link#private                       board.link              409
GET    /boards/{id}/guest-links#private                board.link
POST   /boards/{id}/guest-links#private                board.link
PUT    /boards/{id}/guest-links/{linkId}#private       board.link              404
DELETE /boards/{id}/guest-links/{linkId}#private       board.link              404
DELETE /boards/{id}/guests/{guestId}#private           board.link              404
GET    /boards/{id}/answers#private                    board.link
GET    /boards/{id}/answers/tallies#private            board.link

GET    /boards/{id}#editable                           board.view
GET    /boards/{id}/events#editable                    board.view
PUT    /boards/{id}#editable                           board.edit
DELETE /boards/{id}#editable                           board.delete            204
POST   /boards/{id}/archive#editable                   board.archive
POST   /boards/{id}/duplicate#editable                 board.duplicate         201
GET    /boards/{id}/candidates#editable                board.edit
POST   /boards/{id}/locations#editable                 board.edit              201
PUT    /boards/{id}/locations#editable                 board.edit
PUT    /boards/{id}/locations/{locationId}#editable    board.edit
DELETE /boards/{id}/locations/{locationId}#editable    board.edit
GET    /boards/{id}/script#editable                    board.edit
PUT    /boards/{id}/script#editable                    board.edit
DELETE /boards/{id}/script#editable                    board.edit              204
GET    /boards/{id}/sections#editable                  board.view
POST   /boards/{id}/sections#editable                  board.edit
PUT    /boards/{id}/sections/{sectionId}#editable      board.edit
DELETE /boards/{id}/sections/{sectionId}#editable      board.edit
POST   /boards/{id}/locations/{locationId}/photographs#editable board.edit
PUT    /boards/{id}/photographs/{photographId}#editable board.edit
DELETE /boards/{id}/photographs/{photographId}#editable board.edit              204
POST   /boards/{id}/locations/{locationId}/files#editable board.edit
GET    /boards/{id}/files/{fileId}#editable            board.view
DELETE /boards/{id}/files/{fileId}#editable            board.edit              204
GET    /boards/{id}/shares#editable                    board.share
POST   /boards/{id}/shares#editable                    board.share
PUT    /boards/{id}/shares/{shareId}#editable          board.share
DELETE /boards/{id}/shares/{shareId}#editable          board.share             204
GET    /boards/{id}/guest-links#editable               board.link
POST   /boards/{id}/guest-links#editable               board.link
PUT    /boards/{id}/guest-links/{linkId}#editable      board.link
DELETE /boards/{id}/guest-links/{linkId}#editable      board.link              204
DELETE /boards/{id}/guests/{guestId}#editable          board.link              204
GET    /boards/{id}/answers#editable                   board.link
GET    /boards/{id}/answers/tallies#editable           board.link
POST   /boards/{id}/link#editable                      board.link
DELETE /boards/{id}/link#editable                      board.link              204
`;

/** A call or a page, with its expected access. */
export interface Row {
  /** Such as `GET /locations`, with the state of the object after a `#`. */
  readonly name: string;
  readonly access: Access | 'signed-out';
  /** The response to permitted callers, and exceptions by caller. */
  readonly granted: string;
  readonly exceptions: Readonly<Record<string, string>>;
}

/** Parses the rows of a table: a name, a permission, and the response to permitted callers. */
function parseRows(table: string, nameWords: number): Row[] {
  const lines = table.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const words = line.trim().split(/\s+/);
    const [access = '', granted = '200', ...exceptions] = words.slice(nameWords);
    return {
      name: words.slice(0, nameWords).join(' '),
      access: access as Row['access'],
      granted,
      exceptions: Object.fromEntries(exceptions.map((exception) => exception.split(':'))),
    };
  });
}

export const ROWS: ReadonlyMap<string, Row> = new Map(parseRows(CALLS, 2).map((row) => [row.name, row]));

/**
 * The permission that every page requires; the response to each caller follows from the permissions of the roles. Parts in braces are ids
 * of fixtures. The last column is the response to permitted callers, if not 200: a status or the URL of a redirect.
 */
export const PAGES: readonly Row[] = parseRows(
  `
/                                    public
/find-a-location                     public
/find-a-location/{locationUrl}       public
/compare                             public
/location-enquiry/{locationUrl}      public
/contact-us                          public
/about                               public
/not-found                           public              404
/no-such-page                        public              404
/reset-password                      signed-out
/enquiry                             public              404
/enquiry?from=mail                   public
/call-out                            public              404
/call-out?from=mail                  public
/wanted                              public
/filmed-here                         public
/script                              public
/impact                              public
/viewing                             public              404
/viewing?from=mail                   public
/itinerary                           public              404
/itinerary?from=mail                 public
/wrap-survey                         public              404
/wrap-survey?from=mail               public
/verify-email                        public              /
/log-in/single-sign-on               public
/verify-email?from=mail              public
/email-not-verified                  unverified
/edit-profile                        unverified
/edit-profile/enquiries              unverified
/edit-profile/enquiries/{enquiry}    unverified          404
/edit-profile/security               unverified
/boards                              board.own
/boards/archived                     board.own
/boards/private                      board.private
/boards/{board}                      board.view
/boards/{privateBoard}               board.view
/boards/{board}/enquire              board.view
/boards/{board}/location/{location}  board.view
/boards/public/{link}                public
/boards/public/no-such-link          public              404
/boards/{board}/answers              board.link
/boards/shared/{share}               public
/boards/guest/{guestSecret}          public
/boards/guest/no-such-link           public
/register-location                   location.own
/locations                           location.own
/locations/{ownLocation}             location.own
/locations/{ownLocation}/preview     location.own
/locations/{ownLocation}/availability location.own
/admin/no-such-page                  back-office.open    404
/admin/overview                      overview.view
/admin/users                         user.view
/admin/users/{user}                  user.view
/admin/users/{owner}/boards/{board} user.view
/admin/users/{user}/boards/{board}   user.view           404
/admin/locations                     location.administer
/admin/locations/bulk-changes        location.change-many
/admin/locations/bulk-changes/{bulkChange} location.change-many
/admin/import                        location.import
/admin/import/{imported}             location.import
/admin/locations/{ownLocation}       location.administer
/admin/locations/{ownLocation}/preview location.administer
/admin/locations/{ownLocation}/history location.administer
/admin/enquiries                     enquiry.view
/admin/companies                     company.manage
/admin/companies/{company}           company.manage
/admin/companies/{company}/history   company.manage
/admin/people                        company.manage
/admin/people/{person}               company.manage
/admin/people/{person}/history       company.manage
/admin/enquiries/templates           enquiry.edit-templates
/admin/search-terms                  search.edit-terms
/admin/search-terms/pins             search.edit-terms
/admin/search-terms/pins?pin={pin}   search.edit-terms
/admin/search-terms/synonyms/{synonym} search.edit-terms
/admin/enquiries/{enquiry}           enquiry.view
/admin/productions                   production.view
/admin/diary                         production.view
/admin/impact                        production.view
/admin/impact/formulas               production.view
/admin/productions/{production}      production.view
/admin/review                        location.review
/admin/review/{ownLocation}          location.review
/admin/review/templates              reason-template.edit
/admin/duplicates                    location.merge
/admin/duplicates/{ownLocation}/{duplicate} location.merge
/admin/notifications                 notification.view
/admin/audit-logs                    audit-log.view
/admin/content                       content.edit
/admin/content/{page}                content.edit
/admin/content/{page}/preview        content.edit
/admin/content/{page}/history        content.edit
/admin/content/menu                  content.edit
/admin/content/footer                content.edit
/admin/content/options               option.edit
/admin/settings                      operations.manage
`,
  1,
);

/** Whether a caller is signed in with an account that is not deleted. */
export function isSignedIn(caller: CallerName): caller is Exclude<CallerName, 'nobody' | 'deleted'> {
  return caller !== 'nobody' && caller !== 'deleted';
}

/** Whether a caller may make a request, whatever its object. */
export function canRequest({ access }: Pick<Row, 'access'>, caller: CallerName): boolean {
  if (access === 'public') return true;
  if (access === 'signed-out') return !isSignedIn(caller);
  if (!isSignedIn(caller)) return false;
  return access === 'unverified' || (caller !== 'unverified' && hasPermission(caller, access, 'own'));
}

/** Returns the expected status of a call. */
export function getExpectedStatus(row: Row, caller: CallerName): number {
  if (!canRequest(row, caller)) return isSignedIn(caller) ? 403 : 401;
  const outcome = getObjectOutcome(row, caller);
  if (outcome === 'hidden' || outcome === 'forbidden') return outcome === 'hidden' ? 404 : 403;
  return Number(row.exceptions[caller] ?? (outcome === 'awaiting' ? 409 : row.granted));
}

/** Returns the outcome of a permitted request, which depends on its object. */
export function getObjectOutcome(
  { name, access }: Row,
  caller: CallerName,
): 'granted' | 'hidden' | 'forbidden' | 'awaiting' {
  const kind = getKind(name);
  if (!kind || !isSignedIn(caller) || access === 'public' || access === 'unverified' || access === 'signed-out')
    return 'granted';
  const relation = getScope(name, kind, caller);
  if (!hasPermission(caller, access, relation))
    return hasPermission(caller, `${kind}.view`, relation) ? 'forbidden' : 'hidden';
  const changes = access === 'location.edit' || access === 'location.own';
  const awaiting =
    name.endsWith('#waiting') && changes && !hasPermission(caller, 'location.edit-awaiting-approval', 'own');
  return awaiting ? 'awaiting' : 'granted';
}

/** Returns the kind of the object of a call or page, if it has an owner or an area. */
function getKind(name: string): 'board' | 'location' | 'enquiry' | 'production' | undefined {
  if (/\/boards\/\{(id|board|privateBoard)\}/.test(name)) return 'board';
  if (/\/enquiries\/\{(id|enquiry)\}/.test(name)) return 'enquiry';
  if (/\/productions\/\{(id|production)\}/.test(name)) return 'production';
  return /\/(locations|reviews?)\/\{(id|ownLocation)\}/.test(name) ? 'location' : undefined;
}

/** The callers with whom the board of the rows #editable is shared to edit. Only Location Professionals can. */
export const EDITORS: readonly CallerName[] = ['scoutB', 'ownerB'];

function getScope(
  name: string,
  kind: NonNullable<ReturnType<typeof getKind>>,
  caller: Exclude<CallerName, 'nobody' | 'deleted'>,
): Scope {
  if (kind !== 'board' && caller === 'film_officeA') return 'shared';
  if (kind === 'enquiry' || kind === 'production') return 'any';
  if (kind === 'location') return caller === 'ownerA' ? 'own' : 'any';
  if (name.endsWith('#editable') && EDITORS.includes(caller)) return 'shared';
  const isPrivate = /#private|\{privateBoard\}/.test(name);
  return (isPrivate ? hasPermission(caller, 'board.private', 'own') : caller === 'scoutA') ? 'own' : 'any';
}

function hasPermission(
  caller: Exclude<CallerName, 'nobody' | 'deleted'>,
  permission: Permission,
  object: Scope,
): boolean {
  return can({ permissions: getPermissions(getRole(caller)) }, permission, object);
}
