/** Development mode is a build-time flag (spec §1), so that production builds leave its code out. */
export const DEV_MODE = __DEV_MODE__;
