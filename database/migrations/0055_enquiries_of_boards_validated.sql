alter table enquiries validate constraint enquiries_board;
