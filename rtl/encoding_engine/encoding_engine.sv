// One encoding engine: from positions to the features of the levels it holds (docs/timing.md, section 2).
//
//   input queue - front_sequencer - pos_fract - grid_index - index queue - serial_look_up or window_look_up, with grid_sram - interpolator -
//   feature_assembly - output queue
`include "ngpc_assert.svh"

module encoding_engine #(
  parameter int unsigned Banks = 8,
  parameter int unsigned WordEntries = 1,
  parameter int unsigned FeaturesPerCycle = 2,
  parameter int unsigned FeatureBits = 8,
  parameter int unsigned MaxFeatures = 2,
  parameter int unsigned MaxPasses = 2,
  parameter int unsigned BankRows = 1024,
  parameter int unsigned OverlapWindow = 1,   // passes that can be at the banks at once
  parameter int unsigned InputDepth = 4,
  parameter int unsigned IndexDepth = 8,
  parameter int unsigned OutputDepth = 16,
  parameter int unsigned PosFractCycles = 2,
  parameter int unsigned GridIndexCycles = 2,
  parameter int unsigned SramLatency = 2,
  parameter int unsigned InterpolateCycles = 3,
  localparam int unsigned WordWidth = WordEntries * FeaturesPerCycle * FeatureBits
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  logic                                run_i,
  // register port
  input  logic                                cfg_we_i,
  input  logic [11:0]                         cfg_addr_i,
  input  logic [31:0]                         cfg_data_i,
  // tables
  input  logic                                tables_loaded_i,
  input  logic                                table_we_i,
  input  logic [7:0]                          table_pass_i,
  input  logic [31:0]                         table_word_i,
  input  logic [2:0]                          table_beat_i,
  input  logic [WordWidth-1:0]                table_data_i,
  // queries
  input  logic                                query_valid_i,
  output logic                                query_ready_o,
  input  logic [95:0]                         query_position_i,
  input  logic                                query_last_i,
  // features
  output logic                                features_valid_o,
  input  logic                                features_ready_i,
  output logic [MaxPasses*MaxFeatures*16-1:0] features_o,
  output logic                                features_last_o,
  // counters
  input  logic [11:0]                         perf_addr_i,
  output logic [63:0]                         perf_data_o,
  // what happens at this edge, for observers
  output logic                                obs_front_o,
  output logic                                obs_issue_o
);
  localparam int unsigned MaxBeats = MaxFeatures / FeaturesPerCycle;
  localparam int unsigned BeatBits = (MaxBeats > 1) ? $clog2(MaxBeats) : 1;
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1;
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1;
  localparam int unsigned RowBits = (BankRows > 1) ? $clog2(BankRows) : 1;
  localparam int unsigned PlaceBits = (WordEntries > 1) ? $clog2(WordEntries) : 1;
  localparam int unsigned WordBits = RowBits + $clog2(Banks);
  localparam int unsigned OutputBits = MaxPasses * MaxFeatures * 16;
  localparam int unsigned RecordBits = 2 + PassBits + 228 + 8 * (BankBits + RowBits + PlaceBits);
  localparam int unsigned EntryWidth = FeaturesPerCycle * FeatureBits;
  localparam int unsigned WindowBits = $clog2(OverlapWindow + 1);

  // Registers.
  logic [PassBits-1:0] last_pass;
  logic volume, corner_reuse;
  logic [3:0] features_per_level;
  logic [1:0] beat_shift;
  logic [BeatBits-1:0] last_beat;
  logic [2:0] bank_map_number;
  logic [WindowBits-1:0] window;
  logic [MaxPasses*32-1:0] scales, entries, magics;
  logic [MaxPasses*96-1:0] strides;
  logic [MaxPasses*5-1:0] shifts;
  logic [MaxPasses-1:0] hashed;
  logic [MaxPasses*RowBits-1:0] base_rows;
  logic [MaxPasses*8-1:0] exponents;

  engine_registers #(
    .MaxPasses(MaxPasses), .MaxFeatures(MaxFeatures), .FeaturesPerCycle(FeaturesPerCycle), .RowBits(RowBits), .OverlapWindow(OverlapWindow)
  ) u_registers (
    .clk_i, .rst_ni, .cfg_we_i, .cfg_addr_i, .cfg_data_i,
    .last_pass_o(last_pass), .volume_o(volume), .features_o(features_per_level), .beat_shift_o(beat_shift), .last_beat_o(last_beat),
    .bank_map_o(bank_map_number), .corner_reuse_o(corner_reuse), .window_o(window),
    .scales_o(scales), .strides_o(strides), .entries_o(entries), .magics_o(magics), .shifts_o(shifts), .hashed_o(hashed), .base_rows_o(base_rows),
    .exponents_o(exponents)
  );

  // Queries enter the front pipeline, pass by pass.
  logic input_ready, query_valid, query_ready, query_last, index_available, issue;
  logic [95:0] query_position, front_position;
  logic front_valid, front_first, front_final, front_last;
  logic [PassBits-1:0] front_pass;

  assign query_ready_o = run_i && input_ready;
  assign obs_front_o = front_first;

  stream_fifo #(.Width(97), .Depth(InputDepth)) u_input_queue (
    .clk_i, .rst_ni,
    .in_valid_i(query_valid_i && run_i), .in_ready_o(input_ready), .in_data_i({query_last_i, query_position_i}),
    .out_valid_o(query_valid), .out_ready_i(query_ready), .out_data_o({query_last, query_position})
  );
  credit_counter #(.Credits(IndexDepth)) u_index_credits (.clk_i, .rst_ni, .take_i(front_first), .give_i(issue), .available_o(index_available));
  front_sequencer #(.PassBits(PassBits)) u_front_sequencer (
    .clk_i, .rst_ni, .last_pass_i(last_pass),
    .query_valid_i(query_valid), .query_ready_o(query_ready), .query_position_i(query_position), .query_last_i(query_last),
    .index_available_i(index_available),
    .valid_o(front_valid), .first_o(front_first), .final_o(front_final), .pass_o(front_pass), .position_o(front_position), .last_o(front_last)
  );

  // Front pipeline.
  logic place_valid, place_final, place_last, index_valid, index_final, index_last;
  logic [95:0] place_cell, place_fraction, index_cell, index_fraction;
  logic [PassBits-1:0] place_pass, index_pass;
  logic [8*BankBits-1:0] index_banks;
  logic [8*RowBits-1:0] index_rows;
  logic [8*PlaceBits-1:0] index_places;
  logic [23:0] index_steps;
  logic [7:0] index_merged;
  logic [3:0] index_fullest;

  pos_fract #(.Cycles(PosFractCycles), .TagBits(PassBits + 2)) u_pos_fract (
    .clk_i, .rst_ni, .volume_i(volume),
    .in_valid_i(front_valid), .in_scale_i(scales[front_pass*32 +: 32]), .in_position_i(front_position), .in_tag_i({front_last, front_final, front_pass}),
    .out_valid_o(place_valid), .out_cell_o(place_cell), .out_fraction_o(place_fraction), .out_tag_o({place_last, place_final, place_pass})
  );
  grid_index #(.Cycles(GridIndexCycles), .TagBits(PassBits + 98), .Banks(Banks), .WordEntries(WordEntries), .RowBits(RowBits)) u_grid_index (
    .clk_i, .rst_ni, .volume_i(volume), .bank_map_i(bank_map_number), .beat_shift_i(beat_shift),
    .hashed_i(hashed[place_pass]), .strides_i(strides[place_pass*96 +: 96]), .entries_i(entries[place_pass*32 +: 32]),
    .magic_i(magics[place_pass*32 +: 32]), .shift_i(shifts[place_pass*5 +: 5]), .base_row_i(base_rows[place_pass*RowBits +: RowBits]),
    .in_valid_i(place_valid), .in_cell_i(place_cell), .in_tag_i({place_last, place_final, place_pass, place_fraction}),
    .out_valid_o(index_valid), .out_cell_o(index_cell), .out_tag_o({index_last, index_final, index_pass, index_fraction}),
    .out_banks_o(index_banks), .out_rows_o(index_rows), .out_places_o(index_places),
    .out_steps_o(index_steps), .out_merged_o(index_merged), .out_fullest_o(index_fullest)
  );

  // The index queue has places for the passes of `IndexDepth` queries and of the one in service. A record stays at the head until its last access, or with
  // several passes at the banks until it enters.
  logic record_valid, record_ready, record_final, record_last, index_ready;
  logic [PassBits-1:0] record_pass;
  logic [95:0] record_cell, record_fraction;
  logic [8*BankBits-1:0] record_banks;
  logic [8*RowBits-1:0] record_rows;
  logic [8*PlaceBits-1:0] record_places;
  logic [23:0] record_steps;
  logic [7:0] record_merged;
  logic [3:0] record_fullest;

  stream_fifo #(.Width(RecordBits), .Depth((IndexDepth + 1) * MaxPasses)) u_index_queue (
    .clk_i, .rst_ni,
    .in_valid_i(index_valid), .in_ready_o(index_ready),
    .in_data_i({index_last, index_final, index_pass, index_fraction, index_cell, index_banks, index_rows, index_places, index_steps, index_merged,
                index_fullest}),
    .out_valid_o(record_valid), .out_ready_i(record_ready),
    .out_data_o({record_last, record_final, record_pass, record_fraction, record_cell, record_banks, record_rows, record_places, record_steps, record_merged,
                 record_fullest})
  );

  // Look-ups.
  logic step, step_busy, output_available, pass_begun;
  logic [7:0] pass_words;
  logic [3:0] pass_fullest;
  logic [Banks-1:0] bank_access;
  logic [Banks*RowBits-1:0] bank_rows;
  logic [Banks*WordWidth-1:0] bank_data;
  logic beat_valid, beat_query_done, beat_last;
  logic [PassBits-1:0] beat_pass;
  logic [BeatBits-1:0] beat_number;
  logic [127:0] beat_weights;
  logic [8*EntryWidth-1:0] beat_corners;

  assign obs_issue_o = issue;

  if (OverlapWindow > 1) begin : gen_window
    window_look_up #(
      .Window(OverlapWindow), .MaxPasses(MaxPasses), .MaxBeats(MaxBeats), .Banks(Banks), .WordEntries(WordEntries), .EntryWidth(EntryWidth),
      .RowBits(RowBits), .SramLatency(SramLatency)
    ) u_look_up (
      .clk_i, .rst_ni, .volume_i(volume), .last_beat_i(last_beat), .corner_reuse_i(corner_reuse), .window_i(window), .tables_loaded_i,
      .record_valid_i(record_valid), .record_ready_o(record_ready), .record_last_i(record_last), .record_final_i(record_final), .record_pass_i(record_pass),
      .record_fraction_i(record_fraction), .record_cell_i(record_cell), .record_banks_i(record_banks), .record_rows_i(record_rows),
      .record_places_i(record_places), .record_steps_i(record_steps), .record_merged_i(record_merged), .record_fullest_i(record_fullest),
      .output_available_i(output_available), .issue_o(issue),
      .access_o(bank_access), .access_rows_o(bank_rows), .data_i(bank_data),
      .beat_valid_o(beat_valid), .beat_pass_o(beat_pass), .beat_number_o(beat_number), .beat_query_done_o(beat_query_done), .beat_last_o(beat_last),
      .beat_weights_o(beat_weights), .beat_corners_o(beat_corners),
      .step_o(step), .busy_o(step_busy), .pass_begun_o(pass_begun), .fullest_o(pass_fullest), .words_o(pass_words)
    );
  end else begin : gen_serial
    logic unused_window;
    assign unused_window = ^window;
    serial_look_up #(
      .MaxPasses(MaxPasses), .MaxBeats(MaxBeats), .Banks(Banks), .WordEntries(WordEntries), .EntryWidth(EntryWidth), .RowBits(RowBits),
      .SramLatency(SramLatency)
    ) u_look_up (
      .clk_i, .rst_ni, .volume_i(volume), .last_beat_i(last_beat), .corner_reuse_i(corner_reuse), .tables_loaded_i,
      .record_valid_i(record_valid), .record_ready_o(record_ready), .record_last_i(record_last), .record_final_i(record_final), .record_pass_i(record_pass),
      .record_fraction_i(record_fraction), .record_cell_i(record_cell), .record_banks_i(record_banks), .record_rows_i(record_rows),
      .record_places_i(record_places), .record_steps_i(record_steps), .record_merged_i(record_merged), .record_fullest_i(record_fullest),
      .output_available_i(output_available), .issue_o(issue),
      .access_o(bank_access), .access_rows_o(bank_rows), .data_i(bank_data),
      .beat_valid_o(beat_valid), .beat_pass_o(beat_pass), .beat_number_o(beat_number), .beat_query_done_o(beat_query_done), .beat_last_o(beat_last),
      .beat_weights_o(beat_weights), .beat_corners_o(beat_corners),
      .step_o(step), .busy_o(step_busy), .pass_begun_o(pass_begun), .fullest_o(pass_fullest), .words_o(pass_words)
    );
  end

  // Grid SRAM, and the place of a word that the table port writes.
  logic [PassBits-1:0] table_pass;
  logic [RowBits-1:0] table_row;
  logic [BankBits-1:0] table_bank;

  assign table_pass = table_pass_i[PassBits-1:0];

  word_place #(.Banks(Banks), .RowBits(RowBits)) u_table_place (
    .valid_i(table_we_i), .word_i(table_word_i[WordBits-1:0]), .bank_map_i(bank_map_number), .beat_shift_i(beat_shift),
    .base_row_i(base_rows[table_pass*RowBits +: RowBits]), .bank_o(table_bank), .row_o(table_row)
  );
  grid_sram #(.Banks(Banks), .BankRows(BankRows), .Width(WordWidth), .Latency(SramLatency)) u_grid_sram (
    .clk_i, .rst_ni,
    .access_i(bank_access), .rows_i(bank_rows),
    .write_i(table_we_i), .write_bank_i(table_bank), .write_row_i(table_row + RowBits'(table_beat_i)), .write_data_i(table_data_i),
    .data_o(bank_data)
  );

  // Interpolation.
  logic part, part_query_done, part_last, output_ready;
  logic [PassBits-1:0] part_pass;
  logic [BeatBits-1:0] part_beat;
  logic [FeaturesPerCycle*16-1:0] part_features;
  logic [OutputBits-1:0] assembled;

  interpolator #(
    .Cycles(InterpolateCycles), .TagBits(PassBits + BeatBits + 2), .FeaturesPerCycle(FeaturesPerCycle), .FeatureBits(FeatureBits)
  ) u_interpolator (
    .clk_i, .rst_ni, .volume_i(volume), .features_i(features_per_level), .exponent_i(exponents[beat_pass*8 +: 8]),
    .in_valid_i(beat_valid), .in_weights_i(beat_weights), .in_corners_i(beat_corners),
    .in_tag_i({beat_last, beat_query_done, beat_pass, beat_number}),
    .out_valid_o(part), .out_features_o(part_features), .out_tag_o({part_last, part_query_done, part_pass, part_beat})
  );
  feature_assembly #(.MaxPasses(MaxPasses), .MaxFeatures(MaxFeatures), .FeaturesPerCycle(FeaturesPerCycle)) u_feature_assembly (
    .clk_i, .part_i(part), .pass_i(part_pass), .beat_i(part_beat), .features_i(part_features), .features_o(assembled)
  );
  credit_counter #(.Credits(OutputDepth)) u_output_credits (
    .clk_i, .rst_ni, .take_i(issue), .give_i(features_valid_o && features_ready_i), .available_o(output_available)
  );
  stream_fifo #(.Width(OutputBits + 1), .Depth(OutputDepth)) u_output_queue (
    .clk_i, .rst_ni,
    .in_valid_i(part && part_query_done), .in_ready_o(output_ready), .in_data_i({part_last, assembled}),
    .out_valid_o(features_valid_o), .out_ready_i(features_ready_i), .out_data_o({features_last_o, features_o})
  );

  // Counters.
  logic [63:0] busy, conflict, output_full, input_empty, queries;
  logic [MaxPasses*64-1:0] level_perf;
  logic [7:0] perf_level;

  assign perf_level = perf_addr_i[11:4] - 8'h10;

  lane_account u_account (
    .clk_i, .rst_ni, .run_i, .step_i(step), .busy_i(step_busy), .issue_i(issue), .output_available_i(output_available),
    .busy_o(busy), .conflict_o(conflict), .output_full_o(output_full), .input_empty_o(input_empty), .queries_o(queries)
  );
  for (genvar p = 0; p < MaxPasses; p++) begin : gen_level
    logic here;
    assign here = record_pass == PassBits'(p);
    level_counters u_counters (
      .clk_i, .rst_ni, .volume_i(volume),
      .pass_i(pass_begun && here), .words_i(pass_words), .fullest_i(pass_fullest),
      .perf_select_i(perf_level == 8'(p)), .perf_counter_i(perf_addr_i[3:0]), .perf_data_o(level_perf[p*64 +: 64])
    );
  end

  always_comb begin
    unique case (perf_addr_i)
      12'h000: perf_data_o = busy;
      12'h001: perf_data_o = conflict;
      12'h002: perf_data_o = output_full;
      12'h003: perf_data_o = input_empty;
      12'h004: perf_data_o = queries;
      default: begin
        perf_data_o = '0;
        for (int unsigned p = 0; p < MaxPasses; p++) perf_data_o |= level_perf[p*64 +: 64];
      end
    endcase
  end

  `NGPC_ASSERT_INIT(BeatsDivideFeatures, FeaturesPerCycle <= MaxFeatures && MaxFeatures <= 8 && (MaxFeatures & (MaxFeatures - 1)) == 0)
  `NGPC_ASSERT_INIT(PowersOfTwo, (FeaturesPerCycle & (FeaturesPerCycle - 1)) == 0 && WordEntries <= 8 && (WordEntries & (WordEntries - 1)) == 0)
  `NGPC_ASSERT_INIT(LatenciesHaveAStage, PosFractCycles > 0 && GridIndexCycles > 0 && SramLatency > 0 && InterpolateCycles > 0)
  `NGPC_ASSERT(RegistersOnlyWhileIdle, !(run_i && (cfg_we_i || table_we_i)))
  `NGPC_ASSERT(TableFits, !table_we_i || (32'(table_pass_i) < MaxPasses && (table_word_i >> WordBits) == '0 && 32'(table_beat_i) < MaxBeats))
  `NGPC_ASSERT(IndexQueueHasPlace, !index_valid || index_ready)
  `NGPC_ASSERT(OutputQueueHasPlace, !(part && part_query_done) || output_ready)
  `NGPC_ASSERT_STABLE(QueryStable, query_valid_i, query_ready_o, {query_last_i, query_position_i})
  // Level by level: Verilator 5.006 samples no signal of more than 40 words.
  for (genvar p = 0; p < MaxPasses; p++) begin : gen_stable
    logic [MaxFeatures*16-1:0] level_features;
    assign level_features = features_o[p*MaxFeatures*16 +: MaxFeatures*16];
    `NGPC_ASSERT_STABLE(FeaturesStable, features_valid_o, features_ready_i, {features_last_o, level_features})
  end
endmodule
