export const EXPORT_REQUESTED =
  'We are putting your data together. You get an email as soon as you can download it here.';
export const EXPORT_WAITING = 'We are putting your data together already. You get an email when it is ready.';
export const exportLimit = (max: number) =>
  `You can ask for your data ${max} times a day. Please download the copy that you have, or try again tomorrow.`;
export const EXPORT_EXPIRED = 'This copy of your data is no longer available. Please ask for a new one.';
export const DOWNLOAD_EXPIRED = 'This download is no longer valid. Please start it from your profile again.';
